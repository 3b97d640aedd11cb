import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { leaksIn, noteMailbox } from './canary.ts';
import { putDemo } from './demo-data.ts';

/** `stop` fails if the log holds a secret. */
export type RunningBank = {
  origin: string;
  dataDir: string;
  output: () => string;
  stop: () => Promise<void>;
};

const DAY_RUN = /job_last_end_timestamp_seconds\{job="daily_run",outcome="done"\} ([\d.e+]+)/;

const SOURCE = ['--import', 'tsx', 'src-server/main.ts'];

/**
 * `env` overrides the defaults (`SEED`: `none`). Waits for a demonstration's daily run. Uses the bundle
 * (`run-folder.ts`) unless `fromSource` is set.
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

/** Below the ports that systems give to outgoing connections: one of those may take it before the server does. */
const PORTS = [20_000, 32_000] as const;

/** Free on IPv4 and IPv6: the server listens on both. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port;
  }
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6 has no such address, and nothing there.
    probe.once('error', (error) => resolve('code' in error && error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

async function answers(
  url: string,
  server: ChildProcess,
  output: () => string,
  isWanted = (_text: string) => true,
): Promise<void> {
  const deadline = Date.now() + 280_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server exited with ${server.exitCode}:\n${output()}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok && isWanted(await answer.text())) return;
    await sleep(50);
  }
  throw new Error(`the server is not ready:\n${output()}`);
}

function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let killed = false;
    const hard = setTimeout(() => {
      killed = server.kill('SIGKILL');
    }, 60_000);
    // Not on 'exit': output may still be pending.
    server.once('close', () => {
      clearTimeout(hard);
      if (killed) reject(new Error('the server did not stop within a minute'));
      else resolve();
    });
    server.kill('SIGTERM');
  });
}
