import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { leaksIn, noteMailbox } from './canary.ts';
import { putDemo } from './demo-data.ts';

/** A running bank: its address, its data directory and how to end it, which fails when its log holds a secret. */
export type RunningBank = {
  origin: string;
  dataDir: string;
  output: () => string;
  stop: () => Promise<void>;
};

/** When a daily run last ended well, in seconds, as `/metrics` says. */
const DAY_RUN = /job_last_end_timestamp_seconds\{job="daily_run",outcome="done"\} ([\d.e+]+)/;

/** The server's program as production starts it. */
const SOURCE = ['--import', 'tsx', 'src-server/main.ts'];

/**
 * Starts the real server as a process of its own on a free port, with a data directory of its own.
 * `env` goes over the defaults: `PORT` says which port, `DATABASE_URL` puts it on PostgreSQL, `SEED` is `none` unless given.
 * The demonstration is waited for until its day was run, which collects what is due of money that a test sends. It is the
 * run's bundle of the server (`run-folder.ts`) where there is one and `fromSource` is not asked for.
 */
export async function startBank(
  env: Record<string, string> = {},
  { fromSource = false }: { fromSource?: boolean } = {},
): Promise<RunningBank> {
  const port = Number(env.PORT ?? (await freePort()));
  const dataDir = mkdtempSync(join(tmpdir(), 'valebank-e2e-'));
  const isDemo = env.SEED === 'demo' && env.NODE_ENV !== 'production';
  if (isDemo && !env.DATABASE_URL && !env.DATA_DIR)
    await putDemo(dataDir, `http://localhost:${port}`, async (DATA_DIR) => {
      const seeding = await startBank({ SEED: 'demo', DATA_DIR });
      await seeding.stop();
      return seeding;
    });
  const startedAt = Date.now();
  const bundle = process.env.E2E_SERVER;
  const server = spawn(process.execPath, bundle && !fromSource ? [bundle] : SOURCE, {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_LEVEL: 'debug',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk));
  const origin = `http://localhost:${port}`;
  const giveUp = async () => {
    await end(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const stop = async () => {
    await noteMailbox(origin);
    await giveUp();
    const leaks = leaksIn(output);
    if (leaks.length > 0) throw new Error(leaks.join('\n'));
  };
  try {
    await answers(`${origin}/readyz`, server, () => output);
    const isDayRun = (text: string) => Number(DAY_RUN.exec(text)?.[1]) * 1000 >= startedAt;
    if (isDemo) await answers(`${origin}/metrics`, server, () => output, isDayRun);
  } catch (error) {
    await giveUp();
    throw error;
  }
  return { origin, dataDir, output: () => output, stop };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Waits for an answer that is the wanted one. */
async function answers(
  url: string,
  server: ChildProcess,
  output: () => string,
  isWanted = (_text: string) => true,
): Promise<void> {
  const deadline = Date.now() + 280_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended:\n${output()}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok && isWanted(await answer.text())) return;
    await sleep(50);
  }
  throw new Error(`the server did not get ready:\n${output()}`);
}

function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let killed = false;
    const hard = setTimeout(() => {
      killed = server.kill('SIGKILL');
    }, 60_000);
    // Not at its exit: its last words may still be on their way.
    server.once('close', () => {
      clearTimeout(hard);
      if (killed) reject(new Error('the server did not stop within a minute'));
      else resolve();
    });
    server.kill('SIGTERM');
  });
}
