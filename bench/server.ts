import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { processMicros } from './processor-time.ts';

export const serverEnv = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bench.example',
  APP_KEYS: `bench:${KEY}`,
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  SEED: 'none',
  TRUST_PROXY: '127.0.0.1',
});
const KEY = randomBytes(32).toString('base64');

/** A server process. `residentMib`: memory now · `cpuMicros`: processor time so far, null if unknown */
export type BenchServer = {
  port: number;
  residentMib(): number;
  cpuMicros(): number | null;
  stop(): Promise<void>;
};

/** `checkoutFolder`: of another version. */
type StartOptions = { profileInto?: string | undefined; program?: string; checkoutFolder?: string };

/** Starts the real server, or another program, on a free port; `profileInto` makes it write a CPU profile on exit. */
export async function startServer(
  databaseUrl: string,
  { profileInto, program = 'src-server/main.ts', checkoutFolder }: StartOptions = {},
): Promise<BenchServer> {
  const port = await freePort();
  const profiling = profileInto ? ['--cpu-prof', `--cpu-prof-dir=${profileInto}`] : [];
  const child = spawn(process.execPath, [...profiling, '--import', 'tsx', program], {
    cwd: checkoutFolder,
    env: { ...process.env, ...serverEnv(databaseUrl), PORT: String(port) },
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
  const residentMib = () => {
    // Starting `ps` would disturb the load.
    const status = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
    const kib = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
    return Number(kib ?? execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024;
  };
  const cpuMicros = () => processMicros(child.pid);
  return { port, residentMib, cpuMicros, stop };
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
