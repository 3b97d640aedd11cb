import type { Database } from 'better-sqlite3';
import { fixedRows } from '#db/fixed-rows';
import { GUARDS, guardsOf, MIGRATIONS_TABLE, type Migration, migrationsOf, pending } from '#db/migrations';

/** Applies missing migrations in one transaction, and removes what an ANALYZE collected. The writer must be idle. */
export function migrateSqlite(writer: Database): void {
  // Rebuilding a table drops it, which foreign keys would refuse or cascade.
  writer.pragma('foreign_keys = OFF');
  try {
    writer.transaction(() => migrateInside(writer)).immediate();
  } finally {
    writer.pragma('foreign_keys = ON');
  }
  if (writer.pragma('foreign_keys', { simple: true }) !== 1)
    throw new Error('SQLite: foreign_keys could not be turned on again');
}

function migrateInside(writer: Database): void {
  writer.exec(
    `CREATE TABLE IF NOT EXISTS ${MIGRATIONS_TABLE} (name TEXT PRIMARY KEY NOT NULL, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT`,
  );
  const applied = writer.prepare(`SELECT name, sha256 FROM ${MIGRATIONS_TABLE}`).all() as Migration[];
  const missing = pending(migrationsOf('sqlite'), applied);
  const guards = guardsOf('sqlite');
  if (missing.length > 0 || applied.find(({ name }) => name === GUARDS)?.sha256 !== guards.sha256) {
    // First: a table cannot be rebuilt under a trigger that names it.
    const triggers = writer.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
    for (const name of triggers) writer.exec(`DROP TRIGGER "${name}"`);
    for (const migration of missing) {
      writer.exec(migration.text);
      write(writer, migration);
    }
    writer.exec(guards.text);
    write(writer, guards);
  }
  writer.exec(fixedRows('sqlite'));
  forgetStatistics(writer);
  const broken = writer.pragma('foreign_key_check') as { table: string }[];
  if (broken.length > 0)
    throw new Error(`migration left ${broken.length} broken references, the first in ${broken[0]?.table}`);
}

/** Queries are written for how SQLite plans without what ANALYZE collects: with it a page of a search took 76 seconds. */
function forgetStatistics(writer: Database): void {
  if (!writer.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'").get()) return;
  const drop = 'DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4;';
  // This connection forgets what it has read by the empty tables that ANALYZE makes; others read again when a table is gone.
  writer.exec(`${drop} ANALYZE sqlite_schema; ${drop}`);
}

function write(writer: Database, { name, sha256 }: Migration): void {
  writer
    .prepare(
      `INSERT OR REPLACE INTO ${MIGRATIONS_TABLE} (name, sha256, applied_at) VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
    )
    .run(name, sha256);
}
