/** @module-tag postgresInCi */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { openLink } from '#db/testing/link';
import { openRaw } from '#db/testing/raw';
import { linger, put } from '#db/testing/scratch';
import { isStandIn, testDatabase, testEngine } from '#db/testing/test-db';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { newReadiness } from './readiness.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-readiness-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const asked = (bank: TestBank, options?: Parameters<typeof caller>[1]) => {
  const call = caller(bank, options);
  return async () => {
    const { status, body } = await call('GET', '/readyz');
    return [status, body.reason ?? body.status];
  };
};

describe('/readyz', () => {
  test('the bank is ready while it can write, and the test write leaves neither a file nor a row', async () => {
    const bank = await testBank({ DATA_DIR: newFolder() });
    expect(await asked(bank)()).toEqual([200, 'ready']);
    expect(readdirSync(bank.env.DATA_DIR)).toEqual([]);
    expect(await bank.db.$count(bank.db.tables.attempts)).toBe(0);
  });

  test('concurrent readiness requests check the bank once', async () => {
    let commits = 0;
    const onCommit = () => {
      commits += 1;
    };
    const bank = await testBank({}, { onCommit });
    const ask = asked(bank);
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(answers.map(String))).toEqual(new Set(['200,ready']));
    expect(commits).toBe(1);
  });

  test('a missing data folder makes the bank unready, and the answer contains no path', async () => {
    const bank = await testBank({ DATA_DIR: join(newFolder(), 'gone') });
    const { status, headers, body, text } = await caller(bank)('GET', '/readyz');
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '2',
      {
        status: 'unavailable',
        reason: 'disk-unwritable',
        error: expect.stringMatching(/^O banco está indisponível/),
        code: 'UNAVAILABLE',
      },
    ]);
    expect(text).not.toContain('gone');
  });

  test('less free disk space than a backup may need makes the bank unready', async ({ bank }) => {
    const readiness = newReadiness(bank, { leastFreeBytes: Number.POSITIVE_INFINITY });
    expect(await asked(bank, { readiness })()).toEqual([503, 'disk-low']);
    const look = await readiness.look();
    expect(look.freeBytes.data).toBeGreaterThan(0);
    expect(look.freeBytes.database !== null).toBe(testEngine() === 'sqlite');
  });

  test('a database whose check found damage makes the bank unready', async ({ bank }) => {
    const readiness = newReadiness(bank, { foundDamage: () => true });
    expect(await asked(bank, { readiness })()).toEqual([503, 'database-damaged']);
  });

  test('a change of readiness is logged, not each request', async () => {
    const bank = await testBank({ DATA_DIR: join(newFolder(), 'gone') });
    const readiness = newReadiness(bank);
    for (let times = 0; times < 3; times += 1) await readiness.look();
    expect(bank.logged.filter((line) => line.includes('not ready'))).toHaveLength(1);
  });
});

describe.runIf(testEngine() === 'sqlite')('/readyz on SQLite', () => {
  test('a database that takes no writes makes the bank unready, until it takes them again', async ({
    bank,
  }) => {
    const [writer] = engineOf(bank.db).connections() as Database.Database[];
    const ask = asked(bank);
    writer?.pragma('query_only = ON');
    expect(await ask()).toEqual([503, 'database-unwritable']);
    writer?.pragma('query_only = OFF');
    await expect.poll(ask).toEqual([200, 'ready']);
  });

  test('a lock that another process keeps makes the bank unready within the time limit', async ({ bank }) => {
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    const readiness = newReadiness(bank, { limitMs: 100 });
    await raw.run('BEGIN IMMEDIATE');
    const reasonNow = async () => (await readiness.look()).reason;
    await expect.poll(reasonNow, { timeout: 10_000 }).toBe('database-silent');
    await raw.run('ROLLBACK');
    await expect.poll(reasonNow, { timeout: 10_000 }).toBe(null);
  });
});

describe.runIf(testEngine() === 'sqlite')('/readyz while no transaction can begin', () => {
  /** A bank whose transactions wait briefly for the write lock, held by somebody else. */
  async function lockedOut(
    bank: TestBank,
    { hasCommitted, leastFreeBytes }: { hasCommitted: boolean; leastFreeBytes?: number },
  ) {
    const { url } = engineOf(bank.db);
    const db = await open(url, { busyAfterMs: 50 });
    const raw = await openRaw(url);
    onTestFinished(async () => {
      await raw.close();
      await db.close();
    });
    if (hasCommitted) await db.transaction((tx) => put(tx, 'kept').then(() => {}));
    await raw.run('BEGIN IMMEDIATE');
    return newReadiness({ ...bank, db }, leastFreeBytes === undefined ? {} : { leastFreeBytes });
  }

  test('a busy bank that has just committed is ready', async ({ bank }) => {
    const readiness = await lockedOut(bank, { hasCommitted: true });
    expect((await readiness.look()).reason).toBe(null);
  });

  test('a busy bank with little free space is unready because of its disk', async ({ bank }) => {
    const readiness = await lockedOut(bank, {
      hasCommitted: true,
      leastFreeBytes: Number.POSITIVE_INFINITY,
    });
    expect((await readiness.look()).reason).toBe('disk-low');
  });

  test('a busy bank that has committed nothing lately is unready', async ({ bank }) => {
    const readiness = await lockedOut(bank, { hasCommitted: false });
    expect((await readiness.look()).reason).toBe('database-silent');
  });
});

describe.runIf(testEngine() === 'postgres' && !isStandIn())('/readyz on PostgreSQL', () => {
  test('a database that goes silent makes the bank unready within the time limit, and ready once it is back', async ({
    bank,
  }) => {
    const { url, drop } = await testDatabase();
    const link = await openLink(url);
    const db = await open(link.url, { busyAfterMs: 1_000, silentAfterMs: 3_000, maxConnections: 1 });
    onTestFinished(async () => {
      await db.close();
      await link.close();
      await drop();
    });
    expect((await newReadiness({ ...bank, db }).look()).reason).toBe(null);
    link.goDark();
    const dark = newReadiness({ ...bank, db }, { limitMs: 100 });
    const reasonNow = async () => (await dark.look()).reason;
    // A slow disk may take the whole limit before the database is asked.
    await expect.poll(reasonNow, { timeout: 10_000 }).toBe('database-silent');
    const reasons = await Promise.all(Array.from({ length: 20 }, reasonNow));
    expect(new Set(reasons)).toEqual(new Set(['database-silent']));
    expect(engineOf(db).waiting()).toBeLessThanOrEqual(1);
    link.comeBack();
    await expect.poll(reasonNow, { timeout: 10_000 }).toBe(null);
  });

  test('a readiness check in a queue that advances reports ready, however late', async ({ bank }) => {
    const { url, drop } = await testDatabase();
    const db = await open(url, { maxConnections: 1, busyAfterMs: 20_000 });
    onTestFinished(async () => {
      await db.close();
      await drop();
    });
    const line = Array.from({ length: 30 }, (_, place) =>
      db.transaction(async (tx) => {
        await linger(tx, 0.06);
        await put(tx, `in line ${place}`);
      }),
    );
    const readiness = newReadiness({ ...bank, db }, { limitMs: 1_000 });
    expect((await readiness.look()).reason).toBe(null);
    expect(engineOf(db).waiting()).toBeGreaterThan(0);
    await Promise.all(line);
  });

  test('a database that refuses connections makes the bank unready', async ({ bank }) => {
    const { url, drop } = await testDatabase();
    const link = await openLink(url);
    const db = await open(link.url, { busyAfterMs: 100 });
    onTestFinished(async () => {
      await db.close();
      await drop();
    });
    await link.refuse();
    expect((await newReadiness({ ...bank, db }).look()).reason).toBe('database-unwritable');
  });
});
