import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server of the bench is configured with: production, as a bank would run it behind its proxy. */
export const serverEnv = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bench.example',
  APP_KEYS: `bench:${KEY}`,
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  SEED: 'none',
});
const KEY = randomBytes(32).toString('base64');

/** A server in a process of its own; `residentMib` is the memory it holds now. */
export type BenchServer = { port: number; residentMib(): number; stop(): Promise<void> };

/** Starts the real server on a free port. With `profileInto` it writes a CPU profile there when it ends. */
export async function startServer(databaseUrl: string, profileInto?: string): Promise<BenchServer> {
  const port = await freePort();
  const profiling = profileInto ? ['--cpu-prof', `--cpu-prof-dir=${profileInto}`] : [];
  const child = spawn(process.execPath, [...profiling, '--import', 'tsx', 'src-server/main.ts'], {
    env: { ...process.env, ...serverEnv(databaseUrl), PORT: String(port) },
    // Its log is written, as in production, and thrown away.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-4000);
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const stop = async () => {
    process.off('exit', killAtExit);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || tries === 600) {
      await stop();
      throw new Error(`the server did not start: ${complaints}`);
    }
    await sleep(50);
  }
  const residentMib = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024;
  return { port, residentMib, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
