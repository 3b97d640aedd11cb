/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
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
    // A new bank waits for the hour of its first one.
    expect(await startTwice()).toBe(0);
    await takeTurn(bank, 'daily_run', 'start');
    expect(await startTwice()).toBe(0);
    bank.clock.passSeconds(27 * 3600);
    expect(await startTwice()).toBe(1);
    bank.clock.passSeconds(25 * 3600);
    expect(await startTwice()).toBe(1);
    // One that was cut off is none.
    await takeTurn(bank, 'backup', 'cut off');
    bank.clock.passSeconds(2 * 3600);
    expect(await startTwice()).toBe(2);
  });

  test('a turn of the schedule is taken by one process only', async ({ bank }) => {
    const taken = await Promise.all([1, 2, 3].map(() => takeTurn(bank, 'backup', '2026-03-10T06:30')));
    expect(taken.filter((run) => run !== null)).toHaveLength(1);
  });
});
