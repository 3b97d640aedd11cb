import Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { sqliteFile } from '#db/sqlite';

/** Missing columns are null. */
export type Insert = <T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]) => Promise<void>;

/** Inserts without triggers or foreign keys: millions of rows in seconds, and nothing checks them. */
export async function withoutGuards(db: Db, work: (insert: Insert) => Promise<void>): Promise<void> {
  const { url } = engineOf(db);
  if (db.engine === 'sqlite') await withoutTriggers(sqliteFile(url), work);
  else await asReplica(url, work);
}

async function withoutTriggers(file: string, work: (insert: Insert) => Promise<void>): Promise<void> {
  const raw = new Database(file);
  try {
    raw.pragma('journal_mode = wal');
    raw.pragma('synchronous = off');
    raw.pragma('cache_size = -200000');
    raw.pragma('foreign_keys = off');
    const triggers = raw.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all() as {
      name: string;
      sql: string;
    }[];
    raw.exec('BEGIN IMMEDIATE');
    for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`);
    const statements = new Map<string, Database.Statement>();
    await work(async (table, rows) => {
      const { name, columns } = partsOf(table);
      const text = `INSERT INTO ${name} (${columns.map((column) => column.name)}) VALUES (${columns.map(() => '?')})`;
      const statement = statements.get(name) ?? raw.prepare(text);
      statements.set(name, statement);
      for (const row of rows) statement.run(columns.map((column) => column.of(row)));
    });
    for (const { sql } of triggers) raw.exec(sql);
    raw.exec('COMMIT');
    raw.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    raw.close();
  }
}

/** Rows per statement; each column is one parameter. */
const ROWS = 5_000;

async function asReplica(url: string, work: (insert: Insert) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN READ WRITE');
    await client.query('SET LOCAL session_replication_role = replica');
    await work(async (table, rows) => {
      const { name, columns } = partsOf(table);
      const lists = columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
      const text = `INSERT INTO ${name} (${columns.map((column) => column.name)}) SELECT * FROM unnest(${lists})`;
      for (let from = 0; from < rows.length; from += ROWS) {
        const some = rows.slice(from, from + ROWS);
        await client.query(
          text,
          columns.map((column) => some.map((row) => column.of(row))),
        );
      }
    });
    await client.query('COMMIT');
    // Autovacuum would do this later.
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

function partsOf(table: PgTable) {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    name: column.name,
    type: column.getSQLType(),
    of: (row: object): unknown => {
      const value: unknown = Reflect.get(row, key);
      return value === null || value === undefined ? null : column.mapToDriverValue(value);
    },
  }));
  return { name: getTableName(table), columns };
}
