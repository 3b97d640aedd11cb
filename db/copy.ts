import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { asProgramLoss, isLost } from '#db/away';
import { copySqlite } from '#db/copy-sqlite';
import { InUseError } from '#db/in-use';
import { refuseStandby, urlsOfHosts } from '#db/postgres-hosts';
import { sqliteFile } from '#db/sqlite';

const run = promisify(execFile);

export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

export class MissingProgramError extends Error {
  override readonly name = 'MissingProgramError';
}

/** Statements may take long: dropping a database makes the server flush changes. */
const [CONNECT_MS, STATEMENT_MS] = [10_000, 600_000];

type ToolEnv = Record<string, string | undefined>;

/** Copies the database as of one moment: `copySqlite` or pg_dump. The process must not have it open. */
export async function copyDatabase(url: string, file: string, env: ToolEnv): Promise<void> {
  if (url.startsWith('file:')) copySqlite(sqliteFile(url), file);
  else await dump(await onServer(url, async (_, hostUrl) => hostUrl), file, env);
}

const dump = (hostUrl: string, file: string, env: ToolEnv): Promise<void> =>
  pgTool('pg_dump', hostUrl, ['--format=custom', '--no-owner', `--file=${file}`], env);

export const restoreDump = (file: string, url: string, env: ToolEnv): Promise<void> =>
  pgTool('pg_restore', url, ['--no-owner', '--single-transaction', file], env);

/** Prefix of a scratch database's name; its time of creation follows. */
const SCRATCH = 'valebank_scratch_';

/** Creates an empty database for the duration of `work`, or for good if `putInPlace` renames it. */
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
    await onServer(scratchUrl, (server) => dropScratch(server, name));
  }
}

/** Drops scratch databases older than `before`: their processes died. */
export function dropAbandonedScratch(url: string, before: Date): Promise<void> {
  return onServer(url, async (server) => {
    const { rows } = await server.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database
       WHERE starts_with(datname, $1) AND split_part(datname, '_', 3) < $2 AND pg_has_role(datdba, 'MEMBER')`,
      [SCRATCH, `${before.getTime()}`],
    );
    for (const { name } of rows) await dropScratch(server, name);
  });
}

/**
 * Not WITH (FORCE), which only a superuser may use while an autovacuum worker is in the database; without it the server ends the worker
 * (`CountOtherDBBackends` in PostgreSQL's procarray.c).
 */
async function dropScratch(server: pg.Client, name: string): Promise<void> {
  await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = $1 AND backend_type = 'client backend' AND pg_has_role(usesysid, 'MEMBER')`,
    [name],
  );
  await server.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`);
}

/**
 * Renames a scratch database to the name in `url`; the previous one becomes '<name>_replaced_<moment>' (returned).
 * Throws while either has connections.
 */
export function putInPlace(scratchUrl: string, url: string, at: Date): Promise<string | null> {
  const name = nameOf(url);
  // PostgreSQL truncates longer names.
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

function withName(hostUrl: string, name: string): string {
  const address = new URL(hostUrl);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/** Connects to another database of the first writable host: a database in use cannot be renamed. */
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

/** Connects to `postgres`, or else to `template1`. */
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
  // Also emitted when a query fails; unhandled it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

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
    throw asProgramLoss(error);
  }
}
