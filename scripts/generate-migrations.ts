import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as kit from 'drizzle-kit/api';
import { postgresKit } from '#db/kit/postgres';
import { sqliteKit } from '#db/kit/sqlite';
import { makeTables } from '#db/schema';

type Engine = 'sqlite' | 'postgres';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');
const SNAPSHOT = 'snapshot.json';

/** Checked at COMMIT: entries are inserted before their transaction. */
const DEFERRED = ['entries_transaction_id_transactions_id_fk', 'transactions_reverses_id_transactions_id_fk'];

/** Read and written by their key alone, one page for each row. */
const CLUSTERED = ['payment_intents'];

/** SQL from the snapshot to `db/schema`, with what drizzle-kit cannot write; empty if they agree. Writes no file. */
export async function pendingMigration(engine: Engine, fresh = false) {
  return engine === 'sqlite' ? pendingSqlite(fresh) : pendingPostgres(fresh);
}

async function pendingSqlite(fresh: boolean) {
  const empty = await kit.generateSQLiteDrizzleJson({});
  const from = (fresh ? undefined : readSnapshot('sqlite')) ?? empty;
  const to = await kit.generateSQLiteDrizzleJson(makeTables(sqliteKit), from.id);
  const statements = await kit.generateSQLiteMigration(from as typeof empty, to);
  const rebuilt = statements.map((statement) => copyOnlyOldColumns(statement, from as typeof empty));
  return { snapshot: to, statements: rebuilt.map(completeSqlite) };
}

/** drizzle-kit copies new columns from the old table too, and SQLite would read an unknown name as a string. */
function copyOnlyOldColumns(
  statement: string,
  from: { tables: Record<string, { columns: Record<string, unknown> }> },
): string {
  const copy = /^INSERT INTO `__new_(\w+)`\((.*?)\) SELECT .* FROM `\w+`;?$/s.exec(statement.trim());
  const [, table = '', listed = ''] = copy ?? [];
  const old = from.tables[table]?.columns;
  if (!copy || !old) return statement;
  const columns = listed.split(', ').filter((name) => name.replaceAll('"', '') in old);
  return `INSERT INTO \`__new_${table}\`(${columns.join(', ')}) SELECT ${columns.join(', ')} FROM \`${table}\`;`;
}

async function pendingPostgres(fresh: boolean) {
  const empty = kit.generateDrizzleJson({});
  const from = (fresh ? undefined : readSnapshot('postgres')) ?? empty;
  const to = kit.generateDrizzleJson(makeTables(postgresKit), from.id);
  const statements = await kit.generateMigration(from as typeof empty, to);
  return { snapshot: to, statements: statements.map(completePostgres) };
}

/** STRICT; WITHOUT ROWID for composite primary keys and `CLUSTERED`; DEFERRABLE for the ledger's references. */
function completeSqlite(statement: string): string {
  const table = /^\s*CREATE TABLE `(?:__new_)?(\w+)`/.exec(statement)?.[1];
  // drizzle-kit quotes parts of an index expression as if they were columns: removes these quotes.
  if (!table) return statement.replace(/`([^`]*)`/g, (name, text) => (/^\w+$/.test(text) ? name : text));
  const clustered = CLUSTERED.includes(table) || /PRIMARY KEY\(`\w+`, /.test(statement);
  return statement
    .replace(
      /^(\s*FOREIGN KEY \(`(\w+)`\) REFERENCES `(\w+)`\(`(\w+)`\).*?)(,?)$/gm,
      (line, reference, column, target, key, comma) =>
        DEFERRED.includes(`${table}_${column}_${target}_${key}_fk`)
          ? `${reference} DEFERRABLE INITIALLY DEFERRED${comma}`
          : line,
    )
    .replace(/\);?\s*$/, clustered ? ') STRICT, WITHOUT ROWID;\n' : ') STRICT;\n');
}

function completePostgres(statement: string): string {
  const name = /ADD CONSTRAINT "(\w+)" FOREIGN KEY/.exec(statement)?.[1];
  if (!name || !DEFERRED.includes(name)) return statement;
  return statement.replace(/;\s*$/, ' DEFERRABLE INITIALLY DEFERRED;');
}

/** Migrations run in the order of their names; a number may be missing. */
export function nextFile(files: readonly string[], name: string): string {
  const numbers = files.filter((file) => file.endsWith('.sql')).map((file) => Number(file.slice(0, 4)));
  return `${String(Math.max(-1, ...numbers) + 1).padStart(4, '0')}_${name}.sql`;
}

function readSnapshot(engine: Engine): { id: string } | undefined {
  const path = join(MIGRATIONS, engine, SNAPSHOT);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Returns the file name, or null if nothing changed. */
async function generate(engine: Engine, name: string, fresh: boolean): Promise<string | null> {
  const folder = join(MIGRATIONS, engine);
  const { snapshot, statements } = await pendingMigration(engine, fresh);
  if (statements.length === 0) return null;
  if (fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = nextFile(readdirSync(folder), name);
  const text = statements.map((statement) => statement.trim()).join('\n--> statement-breakpoint\n');
  writeFileSync(join(folder, file), `${text}\n`);
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
  writeFileSync(join(folder, SNAPSHOT), `${JSON.stringify({ ...snapshot, id }, null, 1)}\n`);
  return file;
}

/** `npm run db:generate [-- --fresh] [name]`: --fresh replaces all migrations by one; only before a first release. */
async function main(): Promise<void> {
  const fresh = process.argv.includes('--fresh');
  const name = process.argv.slice(2).find((word) => /^[a-z0-9_]+$/.test(word)) ?? (fresh ? 'bank' : 'change');
  for (const engine of ['sqlite', 'postgres'] as const) {
    const file = await generate(engine, name, fresh);
    console.log(`${engine}: ${file ?? 'schema and migrations agree'}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
