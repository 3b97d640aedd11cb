import type { Database } from 'better-sqlite3';
import { fixedRows, hasFixedRows } from '#db/fixed-rows';
import { GUARDS, guardsOf, MIGRATIONS_TABLE, type Migration, migrationsOf, pending } from '#db/migrations';

/**
 * Applies missing migrations in one transaction, and removes what an ANALYZE collected. The writer must be idle. Takes no lock when
 * nothing is missing: programs beside a running server open the bank too.
 */
export function migrateSqlite(writer: Database): void {
  if (isComplete(writer)) return;
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

function isComplete(writer: Database): boolean {
  if (!exists(writer, MIGRATIONS_TABLE) || exists(writer, 'sqlite_stat1')) return false;
  const { missing, hasGuards } = lookAt(writer);
  return missing.length === 0 && hasGuards && Boolean(writer.prepare(hasFixedRows()).pluck().get());
}

const exists = (writer: Database, table: string): boolean =>
  writer.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;

function lookAt(writer: Database): { missing: Migration[]; hasGuards: boolean } {
  const applied = writer.prepare(`SELECT name, sha256 FROM ${MIGRATIONS_TABLE}`).all() as Migration[];
  const { sha256 } = guardsOf('sqlite');
  return {
    missing: pending(migrationsOf('sqlite'), applied),
    hasGuards: applied.some((row) => row.name === GUARDS && row.sha256 === sha256),
  };
}

function migrateInside(writer: Database): void {
  writer.exec(
    `CREATE TABLE IF NOT EXISTS ${MIGRATIONS_TABLE} (name TEXT PRIMARY KEY NOT NULL, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT`,
  );
  // Again: another process may have migrated meanwhile.
  const { missing, hasGuards } = lookAt(writer);
  if (missing.length > 0 || !hasGuards) {
    // First: a table cannot be rebuilt under a trigger that names it.
    const triggers = writer.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
    for (const name of triggers) writer.exec(`DROP TRIGGER "${name}"`);
    for (const migration of missing) {
      writer.exec(migration.text);
      write(writer, migration);
    }
    const guards = guardsOf('sqlite');
    writer.exec(guards.text);
    write(writer, guards);
  }
  writer.exec(fixedRows('sqlite'));
  forgetStatistics(writer);
  // It reads every row that refers to another: 25 s for a million transfers. Outside migrations keys are on.
  if (missing.length > 0) refuseBrokenReferences(writer);
}

function refuseBrokenReferences(writer: Database): void {
  const broken = writer.pragma('foreign_key_check') as { table: string }[];
  if (broken.length > 0)
    throw new Error(`migration left ${broken.length} broken references, the first in ${broken[0]?.table}`);
}

/** Queries are written for how SQLite plans without what ANALYZE collects: with it a page of a search took 76 seconds. */
function forgetStatistics(writer: Database): void {
  if (!exists(writer, 'sqlite_stat1')) return;
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
