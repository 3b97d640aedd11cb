/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { BusyError } from '#db/scope';
import { openLink } from '#db/testing/link';
import { isStandIn, testEngine } from '#db/testing/test-db';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { type Job, takeTurn } from './job-runs.ts';
import { startScheduler } from './scheduler.ts';

const ask = (bank: Bank, job: Job['name']): Promise<string> => {
  const id = newId();
  return bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.jobRuns).values({ id, job, turn: id, createdAt: bank.clock.real() });
    return id;
  });
};

const runOf = async (bank: Bank, id: string) => {
  const { jobRuns } = bank.db.tables;
  const [row] = await bank.db.select().from(jobRuns).where(eq(jobRuns.id, id));
  return row;
};

describe('the scheduler', () => {
  test('the scheduler runs what is due at its start, and stops after it', async ({ bank }) => {
    const done: string[] = [];
    bank.registry.dailySteps = [{ name: 'step', run: async (_, day) => void done.push(day) }];
    await startScheduler(bank).stop();
    expect(done).toEqual(['2026-03-10']);
    const [run] = await bank.db.select().from(bank.db.tables.jobRuns);
    expect(run).toMatchObject({ job: 'daily_run', summary: 'Em dia até 10/03/2026', error: null });
  });

  test('the scheduler logs and stores a failed run without personal data', async ({ bank }) => {
    bank.registry.dailySteps = [
      {
        name: 'step',
        run: () => Promise.reject(new Error('the provider is away from ana@example.com')),
      },
    ];
    await startScheduler(bank).stop();
    expect(bank.logged.join()).toContain('the provider is away');
    const [run] = await bank.db.select().from(bank.db.tables.jobRuns);
    expect(run).toMatchObject({ summary: null, error: 'the provider is away from [e-mail]' });
    expect(run?.finishedAt).not.toBeNull();
  });

  test('the scheduler does each run an administrator asks for once, with two processes', async ({ bank }) => {
    const done: string[] = [];
    const job: Job = { name: 'backup', run: async () => `feito ${done.push('run')}` };
    const both = [1, 2].map(() => startScheduler(bank, { jobs: [job], askEveryMs: 5 }));
    const ids = [await ask(bank, 'backup'), await ask(bank, 'backup'), await ask(bank, 'backup')];
    await vi.waitFor(async () => {
      for (const id of ids) expect((await runOf(bank, id))?.finishedAt).toBeTruthy();
    }, 10_000);
    await Promise.all(both.map((scheduler) => scheduler.stop()));
    expect(done).toHaveLength(3);
  });

  test('the scheduler takes a backup missed for a day once at its start, with two processes', async ({
    bank,
  }) => {
    const taken: string[] = [];
    const job: Job = { name: 'backup', run: async () => `feito ${taken.push('run')}` };
    const startTwice = async () => {
      await Promise.all([1, 2].map(() => startScheduler(bank, { jobs: [job] }).stop()));
      return taken.length;
    };
    // A new bank waits for its first hour.
    expect(await startTwice()).toBe(0);
    await takeTurn(bank, 'daily_run', 'start');
    expect(await startTwice()).toBe(0);
    bank.clock.passSeconds(27 * 3600);
    expect(await startTwice()).toBe(1);
    bank.clock.passSeconds(25 * 3600);
    expect(await startTwice()).toBe(1);
    // A run that was cut off does not count.
    await takeTurn(bank, 'backup', 'cut off');
    bank.clock.passSeconds(2 * 3600);
    expect(await startTwice()).toBe(2);
  });

  test('a scheduled run is taken by one process only', async ({ bank }) => {
    const taken = await Promise.all([1, 2, 3].map(() => takeTurn(bank, 'backup', '2026-03-10T06:30')));
    expect(taken.filter((run) => run !== null)).toHaveLength(1);
  });

  test('a job that fails because the database is away for a moment is tried again, and not stored as failed', async ({
    bank,
  }) => {
    const faults = [
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      new BusyError('another process has been writing for too long'),
    ];
    const run = async () => {
      const fault = faults.shift();
      if (fault) throw fault;
      return 'feito';
    };
    const id = await ask(bank, 'backup');
    const scheduler = startScheduler(bank, {
      jobs: [{ name: 'backup', run }],
      askEveryMs: 5,
      againAfterMs: 5,
    });
    await expect
      .poll(() => runOf(bank, id))
      .toMatchObject({ summary: 'feito', error: null, finishedAt: expect.any(Date) });
    await scheduler.stop();
    expect(bank.logged.filter((line) => line.includes('a job waits for the database'))).toHaveLength(2);
    expect(bank.logged.join()).not.toContain('a job failed');
  });

  test('a job whose statement takes too long fails once, with its reason', async ({ bank }) => {
    const runs: string[] = [];
    const run = async () => {
      runs.push('run');
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    };
    const id = await ask(bank, 'backup');
    const scheduler = startScheduler(bank, {
      jobs: [{ name: 'backup', run }],
      askEveryMs: 5,
      againAfterMs: 5,
    });
    await expect
      .poll(() => runOf(bank, id))
      .toMatchObject({ error: expect.stringContaining('timeout'), finishedAt: expect.any(Date) });
    await scheduler.stop();
    expect(runs).toHaveLength(1);
  });

  test('a job that filled the disk is not tried again while it is full, and other jobs are', async ({
    bank,
  }) => {
    const runs: string[] = [];
    const full = Object.assign(new Error('no room'), { code: 'SQLITE_FULL' });
    const jobs: Job[] = (['backup', 'daily_run'] as const).map((name) => ({
      name,
      fillsDisk: name === 'backup',
      run: async () => {
        const isFirst = !runs.includes(name);
        runs.push(name);
        if (isFirst) throw full;
        return 'feito';
      },
    }));
    await ask(bank, 'backup');
    const scheduler = startScheduler(bank, { jobs, askEveryMs: 5, againAfterMs: 5 });
    const { jobRuns } = bank.db.tables;
    const ends = async () =>
      (await bank.db.select().from(jobRuns).orderBy(jobRuns.job)).map(
        ({ error, summary }) => error ?? summary,
      );
    await expect.poll(ends).toEqual(['no room', 'feito']);
    await scheduler.stop();
    expect(runs.toSorted()).toEqual(['backup', 'daily_run', 'daily_run']);
  });

  test('a job that waits for the database is given up when its process stops', async ({ bank }) => {
    const fault = new BusyError('another process has been writing for too long');
    const id = await ask(bank, 'backup');
    const jobs: Job[] = [{ name: 'backup', run: () => Promise.reject(fault) }];
    const scheduler = startScheduler(bank, { jobs, askEveryMs: 5 });
    await expect.poll(() => bank.logged.join()).toContain('a job waits for the database');
    await scheduler.stop();
    expect(await runOf(bank, id)).toMatchObject({ summary: null, error: fault.message });
  });

  test.skipIf(testEngine() === 'sqlite' || isStandIn())(
    'a run is started, and stored as done, once a database lost meanwhile is back',
    async ({ bank }) => {
      const link = await openLink(engineOf(bank.db).url);
      const db = await open(link.url, { busyAfterMs: 200 });
      onTestFinished(async () => {
        await db.close();
        await link.close();
      });
      const lose = () => {
        link.goDark();
        link.cut();
      };
      const waits = () => bank.logged.filter((line) => line.includes('a job waits for the database')).length;
      let waitsBefore = -1;
      const run = async () => {
        lose();
        waitsBefore = waits();
        return 'feito';
      };
      lose();
      const scheduler = startScheduler(
        { ...bank, db },
        { jobs: [{ name: 'daily_run', run }], askEveryMs: 60_000, againAfterMs: 5 },
      );
      await expect.poll(waits).toBeGreaterThan(0);
      link.comeBack();
      await expect.poll(() => waitsBefore >= 0 && waits() > waitsBefore).toBe(true);
      link.comeBack();
      const one = async () => (await bank.db.select().from(bank.db.tables.jobRuns))[0];
      await expect.poll(one).toMatchObject({ summary: 'feito', error: null, finishedAt: expect.any(Date) });
      await scheduler.stop();
    },
  );
});
