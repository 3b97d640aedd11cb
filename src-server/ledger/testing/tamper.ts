import Database from 'better-sqlite3';
import pg from 'pg';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';

/** Runs raw statements with triggers and foreign keys disabled. */
export async function tamper(db: Db, ...statements: string[]): Promise<void> {
  const { url, connections } = engineOf(db);
  if (db.engine === 'sqlite') return tamperSqlite(url.replace(/^file:/, ''), statements);
  const [pool] = connections();
  if (!(pool instanceof pg.Pool)) throw new Error('the PostgreSQL connection is not a pool');
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

/** Copies tables; returns the statements that restore them. */
export async function keepTables(db: Db, ...tables: string[]): Promise<string[]> {
  await tamper(db, ...tables.map((table) => `create table kept_${table} as select * from ${table}`));
  return tables.flatMap((table) => [
    `delete from ${table}`,
    `insert into ${table} select * from kept_${table}`,
  ]);
}
