import Database from 'better-sqlite3';
import pg from 'pg';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';

/** What someone with the database in hand does: the statements run raw, with every guard and foreign key out of the way. */
export async function tamper(db: Db, ...statements: string[]): Promise<void> {
  const { url, connections } = engineOf(db);
  if (db.engine === 'sqlite') return tamperSqlite(url.replace(/^file:/, ''), statements);
  const [pool] = connections();
  if (!(pool instanceof pg.Pool)) throw new Error('PostgreSQL without a pool');
  const client = await pool.connect();
  try {
    await client.query('begin read write');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
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

/** Remembers how these tables are now, and gives the statements that put everything back. */
export async function keepTables(db: Db, ...tables: string[]): Promise<string[]> {
  await tamper(db, ...tables.map((table) => `create table kept_${table} as select * from ${table}`));
  return tables.flatMap((table) => [
    `delete from ${table}`,
    `insert into ${table} select * from kept_${table}`,
  ]);
}
