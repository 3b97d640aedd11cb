import Database from 'better-sqlite3';
import pg from 'pg';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';

/** What someone with the database in hand does: the statements run raw, with every guard and foreign key out of the way. */
export async function tamper(db: Db, ...statements: string[]): Promise<void> {
  const { url } = engineOf(db);
  if (db.engine === 'sqlite') return tamperSqlite(url.replace(/^file:/, ''), statements);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function tamperSqlite(path: string, statements: string[]): void {
  const raw = new Database(path, { fileMustExist: true });
  try {
    raw.pragma('foreign_keys = off');
    const triggers = raw.prepare("select name from sqlite_master where type = 'trigger'").pluck().all();
    for (const name of triggers) raw.exec(`drop trigger "${String(name)}"`);
    for (const statement of statements) raw.exec(statement);
  } finally {
    raw.close();
  }
}
