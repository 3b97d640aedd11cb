/**
 * @module-tag prove
 * @module-tag processes
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { bundle } from '#server/testing/bundle';
import { FaultyWrites, SmallDisk } from '#server/testing/failing-disk';
import { expectAllThere, MoneyTraffic } from '#server/testing/money-traffic';
import { runToEnd } from '#server/testing/run-to-end';
import { freePort, startBank } from '../../e2e/bank.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bank.example',
  APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  TRUST_PROXY: 'none',
};
const ROOMY_BYTES = 1_000_000_000;
const PLACES = 50;

const isSqlite = testEngine() === 'sqlite';
const folder = join(tmpdir(), `valebank-disk-${process.pid}`);
const place = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const newDisk = (name: string, bytes = ROOMY_BYTES): SmallDisk | null => SmallDisk.at(place(name), bytes);
const canMount = (() => {
  const disk = isSqlite ? newDisk('try-mount') : null;
  disk?.unmount();
  return disk !== null;
})();
const canFail = isSqlite && FaultyWrites.for(folder, place('try-compile')) !== null;
if (isSqlite && !canMount)
  console.warn('NOT PROVED: a full and a read-only disk; this user may not mount one');
if (isSqlite && !canFail) console.warn('NOT PROVED: a disk whose writes fail; there is no C compiler');

let server = '';
beforeAll(async () => {
  server = await bundle('src-server/main.ts', place('program'));
  vi.stubEnv('E2E_SERVER', server);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const readyz = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/readyz`);
  const { reason, status } = (await answer.json()) as { reason?: string; status: string };
  return `${answer.status} ${reason ?? status}`;
};

async function startServer(env: Record<string, string>) {
  const bank = await startBank(env);
  onTestFinished(() => bank.stop().catch(() => {}));
  return bank;
}

const expectOnly = (traffic: MoneyTraffic, allowed: string[]) =>
  expect([...traffic.answers.keys()].filter((said) => !allowed.includes(said))).toEqual([]);

/** Reads succeed while writes fail. */
const expectReading = (answers: string[], isBroken: boolean) =>
  expect(answers.filter((said) => said !== '200' && !(isBroken && said === '503 UNAVAILABLE'))).toEqual([]);

const PASSING = ['201', '503 UNAVAILABLE', '503 OUTCOME_UNKNOWN', '503 BUSY'];

/** Stops everything, checks that all acknowledged payments exist, and prints the result. */
async function prove(
  what: string,
  bank: Awaited<ReturnType<typeof startBank>>,
  dataDir: string,
  traffic: MoneyTraffic,
) {
  await traffic.end();
  const bugs = bank
    .output()
    .split('\n')
    .filter((line) => line.includes('a request failed'));
  expect(bugs).toEqual([]);
  expectOnly(traffic, PASSING);
  await bank.stop();
  const kept = await expectAllThere({ DATA_DIR: dataDir }, traffic);
  const refused = PASSING.slice(1).reduce((sum, said) => sum + traffic.count(said), 0);
  console.log(
    `${what}: ${kept} of ${traffic.acknowledged.size} acknowledged payments kept, ${refused} answered 503 (promise: none lost, 503, red /readyz, back by itself): held`,
  );
}

describe.runIf(isSqlite)('the disk below a running server', () => {
  test.runIf(canMount)(
    'a full disk answers 503 until there is room again, and loses nothing acknowledged',
    async () => {
      const disk = newDisk('full');
      if (!disk) throw new Error('cannot mount a file system here');
      onTestFinished(() => disk.unmount());
      const bank = await startServer({ DATA_DIR: disk.folder });
      const traffic = await MoneyTraffic.begin([bank.origin], { DATA_DIR: disk.folder });
      await traffic.more(50);
      disk.leaveFree(100_000_000);
      await expect.poll(() => readyz(bank.origin)).toBe('503 disk-low');
      await traffic.more(50);
      expect(traffic.count('503 UNAVAILABLE')).toBe(0);
      for (let times = 0; times < 3; times += 1) {
        disk.leaveFree(65_536);
        await traffic.more(20, '503 UNAVAILABLE');
        await expect.poll(() => readyz(bank.origin)).toBe('503 disk-full');
        disk.resize(ROOMY_BYTES);
        await expect.poll(() => readyz(bank.origin)).toBe('200 ready');
        await traffic.more(50);
      }
      await prove('disk full', bank, disk.folder, traffic);
    },
  );

  test.runIf(canFail)(
    'a disk that takes no more writes answers 503 for writing, and reading goes on',
    async () => {
      const dataDir = place('read-only');
      const faults = FaultyWrites.for(dataDir, place('read-only-plan'));
      if (!faults) throw new Error('no C compiler');
      onTestFinished(() => faults.close());
      const bank = await startServer({ DATA_DIR: dataDir, ...faults.env });
      const traffic = await MoneyTraffic.begin([bank.origin], { DATA_DIR: dataDir });
      await traffic.more(50);
      for (const [error, reason, reads] of [
        ['EROFS', 'disk-read-only', false],
        ['EIO', 'disk-unwritable', false],
        ['ENOSPC', 'disk-full', false],
        ['EIO', 'disk-unwritable', true],
      ] as const) {
        faults.begin({ error, reads });
        await traffic.more(20, '503 UNAVAILABLE');
        await expect.poll(() => readyz(bank.origin)).toBe(`503 ${reason}`);
        expectReading(await traffic.read(), reads);
        faults.end();
        await expect.poll(() => readyz(bank.origin)).toBe('200 ready');
        await traffic.more(50);
      }
      await prove('disk read-only or broken', bank, dataDir, traffic);
    },
  );

  test.runIf(canFail)(`a failed write, sync or read at any of ${PLACES} places loses nothing`, async () => {
    const dataDir = place('broken');
    const faults = FaultyWrites.for(dataDir, place('broken-plan'));
    if (!faults) throw new Error('no C compiler');
    onTestFinished(() => faults.close());
    const bank = await startServer({ DATA_DIR: dataDir, ...faults.env });
    const traffic = await MoneyTraffic.begin([bank.origin], { DATA_DIR: dataDir });
    await traffic.more(50);
    for (let at = 0; at < PLACES; at += 1) {
      faults.begin({ error: 'EIO', after: at, most: 1 + (at % 3), reads: at % 2 === 1 });
      await expect.poll(() => faults.failed(), { interval: 5 }).toBeGreaterThan(0);
      await traffic.more(3);
      faults.end();
    }
    await prove(`EIO at ${PLACES} places`, bank, dataDir, traffic);
  });

  test.runIf(canMount)('a start on a full or a read-only disk says so, and what to do', async () => {
    const disk = newDisk('start', 65_536);
    if (!disk) throw new Error('cannot mount a file system here');
    onTestFinished(() => disk.unmount());
    const start = (env: Record<string, string>) => runToEnd({ DATA_DIR: disk.folder, ...env }, server);
    // In production migrations are the first writes, which fill the disk.
    for (const env of [{ NODE_ENV: 'development', SEED: 'none' }, PRODUCTION]) {
      const full = await start(env);
      expect([full.code, full.output.trimEnd().split('\n')]).toEqual([
        1,
        [
          `O disco está cheio: ${disk.folder}. O que estava gravado não se perdeu.`,
          'Libere espaço, 200 MB ou mais, e inicie de novo.',
        ],
      ]);
    }
    disk.makeReadOnly();
    const readOnly = await start(PRODUCTION);
    expect([readOnly.code, readOnly.output.trimEnd().split('\n')[0]]).toEqual([
      1,
      `Só é possível ler, e não gravar, em ${disk.folder}`,
    ]);
  });
});

async function startLoggingTo(
  log: string,
  dataDir: string,
): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [server], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', openSync(log, 'a'), 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const origin = `http://localhost:${port}`;
  await expect.poll(() => readyz(origin).catch(() => ''), { timeout: 60_000 }).toBe('200 ready');
  return { origin, child };
}

const droppedOf = async (origin: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^log_lines_dropped (\d+)/m.exec(text)?.[1]);
};

describe.runIf(isSqlite)('the volume of the log', () => {
  test.runIf(process.platform === 'linux')(
    'a full log volume loses log lines, and not one payment',
    async () => {
      const disk = newDisk('log', 65_536);
      onTestFinished(() => disk?.unmount());
      const [log, dataDir] = [disk ? join(disk.folder, 'log') : '/dev/full', place('log-data')];
      const { origin, child } = await startLoggingTo(log, dataDir);
      const traffic = await MoneyTraffic.begin([origin], { DATA_DIR: dataDir });
      await expect.poll(() => droppedOf(origin)).toBeGreaterThan(0);
      await traffic.more(100);
      expect(await readyz(origin)).toBe('200 ready');
      if (disk) {
        const full = statSync(log).size;
        disk.resize(ROOMY_BYTES);
        await expect.poll(() => statSync(log).size).toBeGreaterThan(full);
        expect(readFileSync(log, 'utf8')).not.toContain('a request failed');
      }
      await traffic.end();
      expectOnly(traffic, ['201']);
      const dropped = await droppedOf(origin);
      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).toBe(0);
      const kept = await expectAllThere({ DATA_DIR: dataDir }, traffic);
      console.log(
        `log volume full: ${dropped} lines dropped, ${kept} payments kept, none refused (promise: only lines are lost): held`,
      );
    },
  );
});
