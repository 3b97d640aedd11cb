import Database from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '#db/sqlite';

/** A connection for raw SQL (several statements at once), beside the program's. */
export type Raw = { run(text: string): Promise<Record<string, unknown>[]>; close(): Promise<void> };

/** On SQLite with the program's settings. */
export async function openRaw(url: string): Promise<Raw> {
  if (url.startsWith('file:')) return openRawSqlite(sqliteFile(url));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // PGlite shares one session, which the program sets read-only outside transactions.
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
      if (!/^\s*(SELECT|PRAGMA|EXPLAIN)/i.test(text)) {
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
