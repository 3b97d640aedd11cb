import { setTimeout as sleep } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { isStandIn } from '#db/testing/test-db';
import { advance } from '#server/clock';
import type { Bank, DailyStep } from '#server/context';
import { testBank } from '#server/testing/test-bank';
import { ABANDONED_AFTER_SECONDS, runDay, runDueDays } from './daily-run.ts';

const recording = (name: string, done: string[], work: () => Promise<void> = async () => {}): DailyStep => ({
  name,
  run: async (_, day) => {
    await work();
    done.push(`${day} ${name}`);
  },
});

const moveOn = async (bank: Bank, days: number) => {
  await advance(bank.db, days);
  await bank.clock.sync(bank.db);
};

describe('the daily run', () => {
  test('does each step of a day once, in order', async () => {
    const bank = await testBank();
    const done: string[] = [];
    bank.registry.dailySteps.push(recording('first', done), recording('second', done));
    await runDay(bank, '2026-03-10');
    await runDay(bank, '2026-03-10');
    expect(done).toEqual(['2026-03-10 first', '2026-03-10 second']);
  });

  test('does every day since the last one, and the first time today alone', async () => {
    const bank = await testBank();
    const done: string[] = [];
    bank.registry.dailySteps.push(recording('step', done));
    await runDueDays(bank);
    await moveOn(bank, 3);
    await runDueDays(bank);
    await runDueDays(bank);
    expect(done).toEqual(['10', '11', '12', '13'].map((day) => `2026-03-${day} step`));
  });

  test('goes on where a step failed, and does no later day before', async () => {
    const bank = await testBank();
    const done: string[] = [];
    let isBroken = true;
    const failing = recording('fails', done, async () => {
      if (isBroken) throw new Error('the provider is away');
    });
    bank.registry.dailySteps.push(failing, recording('last', done));
    await expect(runDueDays(bank)).rejects.toThrow('the provider is away');
    await moveOn(bank, 1);
    await expect(runDueDays(bank)).rejects.toThrow('the provider is away');
    expect(done).toEqual([]);
    isBroken = false;
    await runDueDays(bank);
    expect(done).toEqual(['2026-03-10 fails', '2026-03-10 last', '2026-03-11 fails', '2026-03-11 last']);
  });

  test.skipIf(isStandIn())('is done once by two processes at a time, and both wait for its end', async () => {
    const one = await testBank();
    const done: string[] = [];
    const slow = recording('slow', done, () => sleep(120));
    one.registry.dailySteps.push(slow);
    const other: Bank = { ...one, registry: { ...one.registry, dailySteps: [slow] } };
    await Promise.all(
      [one, other].map(async (bank) => {
        await runDay(bank, '2026-03-10');
        expect(done).toEqual(['2026-03-10 slow']);
      }),
    );
  });

  test('leaves a step to a process that lives, however long it takes', async () => {
    const bank = await testBank();
    const done: string[] = [];
    // The clock of this bank stands still but for what a step lets pass: the claim is as old as that, unless it is renewed.
    const slow = recording('slow', done, async () => {
      bank.clock.passSeconds(ABANDONED_AFTER_SECONDS - 1);
      await sleep(4500);
      bank.clock.passSeconds(2);
      await sleep(120);
    });
    bank.registry.dailySteps.push(slow);
    const running = runDay(bank, '2026-03-10');
    await sleep(120);
    const other: Bank = { ...bank, registry: { ...bank.registry, dailySteps: [recording('slow', done)] } };
    await Promise.all([running, runDay(other, '2026-03-10')]);
    expect(done).toEqual(['2026-03-10 slow']);
  });

  test('takes a step over from a process that died', async () => {
    const bank = await testBank();
    const done: string[] = [];
    bank.registry.dailySteps.push(recording('step', done));
    const { dailyRuns } = bank.db.tables;
    const claimedAt = bank.clock.real();
    await bank.db.transaction(async (tx) => {
      await tx.insert(dailyRuns).values({ day: '2026-03-10', step: 'step', claimedAt, finishedAt: null });
    });
    const running = runDay(bank, '2026-03-10');
    await sleep(120);
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
