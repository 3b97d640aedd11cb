/** @module-tag postgres */
import { setTimeout as sleep } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { isStandIn } from '#db/testing/test-db';
import { advance } from '#server/kernel/clock';
import type { Bank, DailyStep } from '#server/kernel/context';
import { test } from '#server/testing/bank-test';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { SomeFailed } from '#server/work/queue';
import { ABANDONED_AFTER_SECONDS, runDay, runDueDays } from './daily-run.ts';

const recording = (name: string, done: string[], work: () => Promise<void> = async () => {}): DailyStep => ({
  name,
  run: async (_, day) => {
    await work();
    done.push(`${day} ${name}`);
  },
});

/** The same bank in another process, with these steps; `hasAsked` waits for this many of its attempts to claim one. */
function asOtherProcess(bank: TestBank, dailySteps: DailyStep[]) {
  let asked = 0;
  const real = () => {
    asked += 1;
    return bank.clock.real();
  };
  const other: Bank = { ...bank, clock: { ...bank.clock, real }, registry: { ...bank.registry, dailySteps } };
  const hasAsked = (times: number) => {
    const before = asked;
    // One more, since an attempt under way may have begun before the count.
    return vi.waitUntil(() => asked > before + times, { timeout: 20_000 });
  };
  return { bank: other, hasAsked };
}

const moveOn = async (bank: Bank, days: number) => {
  await advance(bank.db, { days });
  await bank.clock.sync(bank.db);
};

describe('the daily run', () => {
  test('the daily run does each step of a day once, in order', async ({ bank }) => {
    const done: string[] = [];
    bank.registry.dailySteps = [recording('first', done), recording('second', done)];
    await runDay(bank, '2026-03-10');
    await runDay(bank, '2026-03-10');
    expect(done).toEqual(['2026-03-10 first', '2026-03-10 second']);
  });

  test('the daily run takes one commit per step, and one to end the day', async () => {
    let commits = 0;
    const onCommit = () => {
      commits += 1;
    };
    const bank = await testBank({}, { onCommit });
    bank.registry.dailySteps = ['a', 'b', 'c', 'd'].map((name) => recording(name, []));
    await runDay(bank, '2026-03-10');
    expect(commits).toBe(5);
    const rows = await bank.db.select().from(bank.db.tables.dailyRuns);
    expect(rows.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(5);
    // A finished day is read, not written.
    await runDueDays(bank);
    const before = commits;
    await runDueDays(bank);
    expect(commits).toBe(before);
  });

  test('the daily run does every day since the last run, and only today the first time', async ({ bank }) => {
    const done: string[] = [];
    bank.registry.dailySteps = [recording('step', done)];
    await runDueDays(bank);
    await moveOn(bank, 3);
    await runDueDays(bank);
    await runDueDays(bank);
    expect(done).toEqual(['10', '11', '12', '13'].map((day) => `2026-03-${day} step`));
  });

  test('a daily run of several days does deferrable steps on the last day only', async ({ bank }) => {
    const done: string[] = [];
    const whole = { ...recording('whole', done), mayWait: (day: string) => !day.endsWith('12') };
    bank.registry.dailySteps = [recording('step', done), whole];
    await runDueDays(bank);
    await moveOn(bank, 4);
    await runDueDays(bank);
    await moveOn(bank, 1);
    await runDueDays(bank, { moreFollow: true });
    const days = (name: string) =>
      done.filter((line) => line.endsWith(name)).map((line) => line.slice(8, 10));
    expect(days('step')).toEqual(['10', '11', '12', '13', '14', '15']);
    expect(days('whole')).toEqual(['10', '12', '14']);
  });

  test('the daily run continues at a failed step and does no later day before it', async ({ bank }) => {
    const done: string[] = [];
    let isBroken = true;
    const failing = recording('fails', done, async () => {
      if (isBroken) throw new Error('the provider is away');
    });
    bank.registry.dailySteps = [failing, recording('last', done)];
    await expect(runDueDays(bank)).rejects.toThrow('the provider is away');
    await moveOn(bank, 1);
    await expect(runDueDays(bank)).rejects.toThrow('the provider is away');
    expect(done).toEqual([]);
    isBroken = false;
    await runDueDays(bank);
    expect(done).toEqual(['2026-03-10 fails', '2026-03-10 last', '2026-03-11 fails', '2026-03-11 last']);
  });

  test('a step of which some rows failed keeps no later step and no later day back, and the run fails', async ({
    bank,
  }) => {
    const done: string[] = [];
    const failing = recording('some', done, async () => {
      throw new SomeFailed('1 failed, the first: Error: no funds');
    });
    bank.registry.dailySteps = [recording('first', done), failing, recording('last', done)];
    for (let day = 10; day <= 11; day += 1) {
      await expect(runDueDays(bank)).rejects.toThrow('1 failed');
      await runDueDays(bank);
      await moveOn(bank, 1);
    }
    expect(done).toEqual(['10 first', '10 last', '11 first', '11 last'].map((step) => `2026-03-${step}`));
    const rows = await bank.db.select().from(bank.db.tables.dailyRuns);
    expect(rows.filter(({ finishedAt }) => finishedAt === null)).toEqual([]);
  });

  test('a fault in a step that stops nothing keeps no later step and no later day back, and the run fails', async ({
    bank,
  }) => {
    const done: string[] = [];
    const fault = new Error('too many SQL variables');
    const looks = { ...recording('looks', done, () => Promise.reject(fault)), stopsNothing: true as const };
    bank.registry.dailySteps = [looks, recording('last', done)];
    await expect(runDueDays(bank)).rejects.toThrow('looks failed: Error: too many SQL variables');
    await moveOn(bank, 1);
    await expect(runDueDays(bank)).rejects.toMatchObject({ cause: fault });
    expect(done).toEqual(['2026-03-10 last', '2026-03-11 last']);
  });

  test.skipIf(isStandIn())('two processes do the daily run once, and both wait for its end', async () => {
    const one = await testBank();
    const done: string[] = [];
    const slow = recording('slow', done, () => sleep(120));
    one.registry.dailySteps = [slow];
    const other: Bank = { ...one, registry: { ...one.registry, dailySteps: [slow] } };
    await Promise.all(
      [one, other].map(async (bank) => {
        await runDay(bank, '2026-03-10');
        expect(done).toEqual(['2026-03-10 slow']);
      }),
    );
  });

  test('the daily run leaves a long step to the live process that does it', async ({ bank }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const done: string[] = [];
    const other = asOtherProcess(bank, [recording('slow', done, async () => void done.push('twice'))]);
    // The clock stands still except where a step advances it, so a claim ages unless renewed.
    let waiting: Promise<unknown> = Promise.resolve();
    const slow = recording('slow', done, async () => {
      waiting = runDay(other.bank, '2026-03-10');
      await other.hasAsked(1);
      bank.clock.passSeconds(ABANDONED_AFTER_SECONDS - 1);
      vi.advanceTimersToNextTimer();
      await vi.waitUntil(async () => {
        const [row] = await bank.db.select().from(bank.db.tables.dailyRuns);
        return row?.claimedAt.getTime() === bank.clock.real().getTime();
      }, 60_000);
      bank.clock.passSeconds(2);
      await other.hasAsked(2);
    });
    bank.registry.dailySteps = [slow];
    await runDay(bank, '2026-03-10');
    await waiting;
    expect(done).toEqual(['2026-03-10 slow']);
  });

  test('a process that stood still leaves its step to the one that took it over, and waits for its end', async ({
    bank,
  }) => {
    const done: string[] = [];
    const is = { taken: false, waiting: false };
    let asked = 0;
    let running: Promise<unknown> = Promise.resolve();
    const other = asOtherProcess(bank, [
      recording('first', done, async () => {
        is.taken = true;
        await vi.waitUntil(() => is.waiting, { timeout: 20_000 });
        await sleep(100);
      }),
      recording('second', done),
    ]);
    const real = () => {
      // The third time is after the end of its own turn: it waits for the other's.
      asked += 1;
      is.waiting ||= asked === 3;
      return bank.clock.real();
    };
    const first = recording('paused', done, async () => {
      running = runDay(other.bank, '2026-03-10');
      await other.hasAsked(1);
      bank.clock.passSeconds(ABANDONED_AFTER_SECONDS + 1);
      await vi.waitUntil(() => is.taken, { timeout: 20_000 });
    });
    const dailySteps = [{ ...first, name: 'first' }, recording('second', done)];
    const paused: Bank = {
      ...bank,
      clock: { ...bank.clock, real },
      registry: { ...bank.registry, dailySteps },
    };
    await runDay(paused, '2026-03-10');
    await running;
    expect(done).toEqual(['paused', 'first', 'second'].map((step) => `2026-03-10 ${step}`));
  });

  test('the daily run takes over the step of a process that died', async ({ bank }) => {
    const done: string[] = [];
    const { dailyRuns } = bank.db.tables;
    const claimedAt = bank.clock.real();
    await bank.db.transaction(async (tx) => {
      await tx.insert(dailyRuns).values({ day: '2026-03-10', step: 'step', claimedAt, finishedAt: null });
    });
    const other = asOtherProcess(bank, [recording('step', done)]);
    const running = runDay(other.bank, '2026-03-10');
    await other.hasAsked(2);
    expect(done).toEqual([]);
    bank.clock.passSeconds(ABANDONED_AFTER_SECONDS + 1);
    await running;
    expect(done).toEqual(['2026-03-10 step']);
    const rows = await bank.db.select().from(dailyRuns).orderBy(asc(dailyRuns.step));
    expect(rows.map(({ step, finishedAt }) => [step, finishedAt !== null])).toEqual([
      ['step', true],
      ['whole-day', true],
    ]);
  });
});
