import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { isLost, ofProgram } from '#db/away';
import { copySqlite } from '#db/copy-sqlite';
import { InUseError } from '#db/in-use';
import { refuseStandby, urlsOfHosts } from '#db/postgres-hosts';
import { sqliteFile } from '#db/sqlite';

const run = promisify(execFile);

/** PostgreSQL lets the bank's role make no databases. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/** One of PostgreSQL's programs is not there. */
export class MissingProgramError extends Error {
  override readonly name = 'MissingProgramError';
}

/** How long a host may take to answer at all, and a statement: dropping a database makes the server write out what is changed. */
const [CONNECT_MS, STATEMENT_MS] = [10_000, 600_000];

/** The environment that PostgreSQL's programs are started with. */
type ToolEnv = Record<string, string | undefined>;

/**
 * Copies a bank's database to a file while others write to it: SQLite by `copySqlite`, PostgreSQL by pg_dump (custom
 * format, https://www.postgresql.org/docs/current/backup-dump.html). The copy is the state of one moment. Only in a process
 * of its own, which has the database not open.
 */
export async function copyDatabase(url: string, file: string, env: ToolEnv): Promise<void> {
  if (url.startsWith('file:')) copySqlite(sqliteFile(url), file);
  else await dump(await onServer(url, async (_, hostUrl) => hostUrl), file, env);
}

const dump = (hostUrl: string, file: string, env: ToolEnv): Promise<void> =>
  pgTool('pg_dump', hostUrl, ['--format=custom', '--no-owner', `--file=${file}`], env);

/** Puts a dump into a database of PostgreSQL that is empty, in one transaction. */
export const restoreDump = (file: string, url: string, env: ToolEnv): Promise<void> =>
  pgTool('pg_restore', url, ['--no-owner', '--single-transaction', file], env);

/** How scratch databases are called, before the moment at which they were made. */
const SCRATCH = 'valebank_scratch_';

/**
 * An empty database of its own beside another one, on the server that takes writes, for as long as `work` needs it, or for
 * good when `putInPlace` names it otherwise. Throws when the role may not create databases.
 */
export async function inScratchDatabase<T>(
  url: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const name = `${SCRATCH}${Date.now()}_${randomBytes(4).toString('hex')}`;
  const create = async (server: pg.Client, hostUrl: string) => {
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    return withName(hostUrl, name);
  };
  const scratchUrl = await onServer(url, create).catch((cause: unknown) => {
    if (codeOf(cause) !== NOT_ALLOWED) throw cause;
    throw new NotAllowedError('the role of DATABASE_URL may not create databases: ALTER ROLE … CREATEDB', {
      cause,
    });
  });
  try {
    return await work(scratchUrl);
  } finally {
    await onServer(scratchUrl, (server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
}

/** Drops the scratch databases on the server of `url` that were made before a moment: their processes died. */
export function dropAbandonedScratch(url: string, before: Date): Promise<void> {
  return onServer(url, async (server) => {
    const { rows } = await server.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database
       WHERE starts_with(datname, $1) AND split_part(datname, '_', 3) < $2 AND pg_has_role(datdba, 'MEMBER')`,
      [SCRATCH, `${before.getTime()}`],
    );
    for (const { name } of rows)
      await server.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  });
}

/**
 * Names a scratch database as the one of `url`, in one transaction; what had that name stays on the scratch database's server as
 * '<name>_replaced_<moment>', which is answered (null: there was none). Throws while anybody is connected to either.
 */
export function putInPlace(scratchUrl: string, url: string, at: Date): Promise<string | null> {
  const name = nameOf(url);
  // PostgreSQL cuts longer names off.
  const aside = `${name.slice(0, 40)}_replaced_${at.getTime()}`;
  return onServer(withName(scratchUrl, name), async (server) => {
    const rename = (from: string, to: string) =>
      server.query(`ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`);
    const { rows } = await server.query('SELECT datname FROM pg_database WHERE datname = $1', [name]);
    try {
      await server.query('BEGIN');
      if (rows.length > 0) await rename(name, aside);
      await rename(nameOf(scratchUrl), name);
      await server.query('COMMIT');
    } catch (cause) {
      if (codeOf(cause) !== IN_USE) throw cause;
      throw new InUseError({ cause });
    }
    return rows.length > 0 ? aside : null;
  });
}

const [NOT_ALLOWED, IN_USE] = ['42501', '55006'];

const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

const nameOf = (url: string): string =>
  decodeURIComponent(new URL(urlsOfHosts(url)[0] ?? url).pathname.slice(1));

/** The address of another database on the same host. */
function withName(hostUrl: string, name: string): string {
  const address = new URL(hostUrl);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/**
 * Works on the server of a database without being in that database, which could not be renamed then. Of several hosts it is the
 * first that takes writes; `hostUrl` is the database's address there.
 */
async function onServer<T>(
  url: string,
  work: (server: pg.Client, hostUrl: string) => Promise<T>,
): Promise<T> {
  const { server, hostUrl } = await connectBeside(url);
  try {
    return await work(server, hostUrl);
  } finally {
    await server.end();
  }
}

async function connectBeside(url: string): Promise<{ server: pg.Client; hostUrl: string }> {
  let failure: unknown;
  for (const hostUrl of urlsOfHosts(url)) {
    try {
      return { server: await connectToHost(hostUrl), hostUrl };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Connected to the database that every server has for this, or where there is none, to the one new ones are made from. */
async function connectToHost(hostUrl: string): Promise<pg.Client> {
  const [first = '', ...others] = ['postgres', 'template1'].filter((name) => name !== nameOf(hostUrl));
  const server = await connectTo(withName(hostUrl, first)).catch((error: unknown) => {
    if (isLost(error) || others[0] === undefined) throw error;
    return connectTo(withName(hostUrl, others[0]));
  });
  try {
    await refuseStandby(server, CONNECT_MS);
    return server;
  } catch (error) {
    await server.end();
    throw error;
  }
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
  });
  // Whoever waits for it is told when it breaks; the event comes besides, and would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs one of PostgreSQL's programs; the password goes by the environment, which other users of the machine do not see. */
async function pgTool(
  program: 'pg_dump' | 'pg_restore',
  url: string,
  options: string[],
  env: ToolEnv,
): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  try {
    await run(program, [`--dbname=${address.href}`, ...options], {
      env: { ...env, ...(password && { PGPASSWORD: password }), LC_ALL: 'C' },
    });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing)
      throw new MissingProgramError(
        `${program} was not found on the PATH: install PostgreSQL's client programs`,
      );
    throw ofProgram(error);
  }
}
