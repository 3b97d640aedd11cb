import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../scripts/machine.mjs';
import type { Sample } from './figures.ts';

const run = promisify(execFile);

/** Also the number of branches: with fewer branches than clients pgbench would measure lock waits. */
export const TPCB_CLIENTS = 32;

/** Looks beside PostgreSQL's programs and in PATH; null if missing. */
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

export async function prepareTpcb(pgbench: string, url: string, quick: boolean): Promise<void> {
  const scale = quick ? '1' : String(TPCB_CLIENTS);
  await run(pgbench, ['-i', '-q', '-s', scale, ...addressOf(url).args], addressOf(url).options);
}

const LONGEST_SECONDS = 30;

/** TPC-B per second with prepared statements, pgbench's fastest mode. */
export const measureTpcb = (pgbench: string, url: string, seconds: number): Promise<Sample> =>
  measurePgbench(pgbench, url, seconds, []);

/** Transactions per second of pgbench's own script, or of another one. */
export async function measurePgbench(
  pgbench: string,
  url: string,
  seconds: number,
  script: string[],
): Promise<Sample> {
  const { args, options } = addressOf(url);
  const load = ['-n', '-M', 'prepared', '-c', String(TPCB_CLIENTS), '-j', '2', ...script];
  const { stdout } = await run(
    pgbench,
    [...load, '-T', String(Math.max(1, Math.round(seconds))), ...args],
    options,
  );
  const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  // On a busy machine a short run may finish no transaction.
  if (!perSecond && seconds < LONGEST_SECONDS) return measurePgbench(pgbench, url, seconds * 4, script);
  if (!perSecond) throw new Error(`no rate in the output of pgbench: ${stdout}`);
  return { value: Number(perSecond) };
}

function addressOf(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    args: ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    options: { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  };
}
