import Database from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '#db/sqlite';

/** A connection beside the program's own, on which a test runs SQL as it stands: several statements at once, no queue. */
export type Raw = { run(text: string): Promise<Record<string, unknown>[]>; close(): Promise<void> };

/** Opens such a connection. SQLite's has the program's own settings but reads what a plain client would write. */
export async function openRaw(url: string): Promise<Raw> {
  if (url.startsWith('file:')) return openRawSqlite(sqliteFile(url));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // PGlite has one session for all its connections, and the program's own are read-only outside a transaction.
  await client.query('SET default_transaction_read_only = off');
  return {
    run: async (text) => {
      const result: unknown = await client.query(text);
      const last = Array.isArray(result) ? result.at(-1) : result;
      return (last as pg.QueryResult).rows;
    },
    close: () => client.end(),
  };
}

function openRawSqlite(file: string): Raw {
  const connection = new Database(file, { timeout: 2000 });
  connection.pragma('foreign_keys = ON');
  connection.pragma('recursive_triggers = ON');
  return {
    run: async (text) => {
      if (!/^\s*(SELECT|PRAGMA)/i.test(text)) {
        connection.exec(text);
        return [];
      }
      const statement = connection.prepare(text);
      if (statement.reader) return statement.all() as Record<string, unknown>[];
      statement.run();
      return [];
    },
    close: async () => {
      connection.close();
    },
  };
}
