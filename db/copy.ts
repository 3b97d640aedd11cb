import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '#db/sqlite';

const run = promisify(execFile);

/** All pages in one step: the copy is of one commit, and a writer cannot make it begin again. */
const ALL_PAGES = 0x7fff_ffff;

/**
 * Copies a bank's database to a file while others write to it: SQLite by its online backup, PostgreSQL by pg_dump (custom
 * format, https://www.postgresql.org/docs/current/backup-dump.html). The copy is the state of one moment. Blocks this
 * thread as long as SQLite copies: call it in a process of its own.
 */
export async function copyDatabase(url: string, file: string): Promise<void> {
  if (!url.startsWith('file:'))
    return pgTool('pg_dump', url, ['--format=custom', '--no-owner', `--file=${file}`]);
  const source = new Database(sqliteFile(url), { readonly: true, fileMustExist: true });
  try {
    await source.backup(file, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Puts a dump into a database of PostgreSQL, in one transaction; what was there goes. */
export const restoreDump = (file: string, url: string): Promise<void> =>
  pgTool('pg_restore', url, ['--clean', '--if-exists', '--no-owner', '--single-transaction', file]);

/**
 * A database of its own beside another one, on the same server, for as long as `work` needs it. Throws when the role may
 * not create databases.
 */
export async function inScratchDatabase<T>(
  url: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const name = `valebank_check_${randomBytes(6).toString('hex')}`;
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  try {
    return await work(scratch.href);
  } finally {
    await onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}

/** Runs one of PostgreSQL's programs; the password goes by the environment, which other users of the machine do not see. */
async function pgTool(program: 'pg_dump' | 'pg_restore', url: string, options: string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  try {
    await run(program, [`--dbname=${address.href}`, ...options], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', PGPASSWORD: password, LC_ALL: 'C' },
    });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) throw new Error(`${program} was not found: install PostgreSQL's client programs`);
    throw error;
  }
}
