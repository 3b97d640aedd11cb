import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './machine.mjs';

/** `url` is the superuser's, to the database `postgres`. */
export type Cluster = { url: string; stop(): Promise<void> };

/** Runs the server until standard input closes, however this process ends, and deletes the folder ($0). */
const KEEPER = `
  signal=$1; shift; exec 3<&0
  "$@" 3<&- & server=$!
  ( cat <&3 >/dev/null; kill -$signal $server 2>/dev/null ) & keeper=$!
  wait $server; code=$?
  kill $keeper 2>/dev/null
  cd /; rm -rf "$0"; exit $code`;

export type Runner = { uid: number; gid: number };

/** For data that need not survive a crash. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts a temporary cluster on a free loopback port, never as root. Null if the machine has no binaries. */
export async function startCluster({ durable = false } = {}): Promise<Cluster | null> {
  const binaries = findPostgres();
  if (!binaries) return null;
  const folder = mkdtempSync(join(tmpdir(), 'valebank-postgres-'));
  const runner = unprivileged();
  if (runner) chownSync(folder, runner.uid, runner.gid);
  const password = initialize(binaries, folder, runner);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200'];
  const server = spawn(
    'sh',
    [
      '-c',
      KEEPER,
      folder,
      durable ? 'INT' : 'QUIT',
      join(binaries, 'postgres'),
      '-D',
      join(folder, 'data'),
    ].concat(['-p', String(port)], flags(settings), flags(durable ? [] : NOT_DURABLE)),
    { ...runner, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4000);
  });
  const stop = async () => {
    server.stdin.end();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await ready(url, () => (server.exitCode === null ? null : log));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

const flags = (settings: string[]): string[] => settings.flatMap((setting) => ['-c', setting]);

export function initialize(binaries: string, folder: string, runner: Runner | undefined): string {
  const password = randomBytes(16).toString('hex');
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (runner) chownSync(secret, runner.uid, runner.gid);
  const login = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`];
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', join(folder, 'data'), ...login, '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...runner, cwd: folder, stdio: 'pipe' },
  );
  return password;
}

/** PostgreSQL refuses to run as root: uses the postgres user, or nobody. */
export function unprivileged(): Runner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) };
    } catch {
      // No such user on this machine.
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and neither user postgres nor user nobody exists');
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

async function ready(url: string, ended: () => string | null): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const log = ended();
      if (log !== null) throw new Error(`PostgreSQL did not start: ${log}`);
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}
