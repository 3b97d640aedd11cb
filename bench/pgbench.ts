import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../scripts/machine.mjs';
import type { Sample } from './figures.ts';

const run = promisify(execFile);

/** TPC-B's own contention limit: with fewer branches than clients it would measure waiting for a row. */
export const TPCB_CLIENTS = 32;

/** Where pgbench is: beside the server, or in the path; null when this machine has none. */
export function findPgbench(): string | null {
  const beside = findPostgres();
  if (beside && existsSync(join(beside, 'pgbench'))) return join(beside, 'pgbench');
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return 'pgbench';
  } catch {
    return null;
  }
}

/** Fills the tables of TPC-B. */
export async function prepareTpcb(pgbench: string, url: string, quick: boolean): Promise<void> {
  const scale = quick ? '1' : String(TPCB_CLIENTS);
  await run(pgbench, ['-i', '-q', '-s', scale, ...addressOf(url).args], addressOf(url).options);
}

const LONGEST_SECONDS = 30;

/** Transactions a second of TPC-B with prepared statements: pgbench at its best. */
export async function measureTpcb(pgbench: string, url: string, seconds: number): Promise<Sample> {
  const { args, options } = addressOf(url);
  const load = ['-n', '-M', 'prepared', '-c', String(TPCB_CLIENTS), '-j', '2'];
  const { stdout } = await run(
    pgbench,
    [...load, '-T', String(Math.max(1, Math.round(seconds))), ...args],
    options,
  );
  const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  // On a machine that is busy none of so many clients may come through in a second.
  if (!perSecond && seconds < LONGEST_SECONDS) return measureTpcb(pgbench, url, seconds * 4);
  if (!perSecond) throw new Error(`pgbench said no figure: ${stdout}`);
  return { value: Number(perSecond) };
}

function addressOf(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    args: ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    options: { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  };
}
