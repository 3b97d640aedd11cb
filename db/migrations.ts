import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `sha256` detects changes after it was applied. */
export type Migration = { name: string; sha256: string; text: string };

/** Table of applied migrations and guards. */
export const MIGRATIONS_TABLE = 'schema_migrations';
export const GUARDS = 'guards';

export function migrationsOf(engine: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(import.meta.dirname, 'migrations', engine);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => read(file.slice(0, -'.sql'.length), join(folder, file)));
}

export const guardsOf = (engine: 'sqlite' | 'postgres'): Migration =>
  read(GUARDS, join(import.meta.dirname, `guards.${engine}.sql`));

/** Migrations to apply. Throws when the database has unknown or changed ones. */
export function pending(migrations: Migration[], applied: { name: string; sha256: string }[]): Migration[] {
  for (const { name, sha256 } of applied) {
    if (name === GUARDS) continue;
    const known = migrations.find((migration) => migration.name === name);
    if (!known)
      throw new Error(`this database has migration ${name}, which this version of the program does not know`);
    if (known.sha256 !== sha256)
      throw new Error(`migration ${name} was changed after this database had applied it`);
  }
  return migrations.filter(({ name }) => !applied.some((row) => row.name === name));
}

function read(name: string, path: string): Migration {
  const text = readFileSync(path, 'utf8');
  return { name, sha256: createHash('sha256').update(text).digest('hex'), text };
}
