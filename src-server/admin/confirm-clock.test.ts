/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { runDueDays } from '#server/jobs/daily-run';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeAdmin } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';

const AHEAD = '2026-03-20T12:00:00-03:00';

/** A bank whose daily run has done 10 March; `days` lists the days done. */
const test = bankTest
  .extend('days', async ({ bank }) => {
    const days: string[] = [];
    bank.registry.dailySteps = [{ name: 'step', run: async (_, day) => void days.push(day) }];
    await runDueDays(bank);
    return days;
  })
  .extend('desk', async ({ bank }) => {
    const { user } = await makeAdmin(bank);
    return { user, open: () => callerOf(bank, user).admin };
  });

const confirmations = ({ db }: TestBank) =>
  db.select().from(db.tables.auditLog).where(eq(db.tables.auditLog.action, 'confirm_clock'));

describe('a clock that is days ahead of the newest day known', () => {
  test('a clock that is days ahead is shown with both days, and waits for a confirmation', async ({
    bank,
    days,
    desk,
  }) => {
    expect((await desk.open().jobs.list()).clock).toMatchObject({ standing: 'right', doneUpTo: null });
    bank.clock.set(AHEAD);
    expect((await desk.open().jobs.list()).clock).toEqual({
      standing: 'ahead',
      machineAt: '2026-03-20T15:00:00.000Z',
      machineDay: '2026-03-20',
      knownAt: '2026-03-10T15:00:00.000Z',
      knownDay: '2026-03-10',
      doneUpTo: null,
    });
    expect((await desk.open().overview({})).needs[0]).toEqual({ need: 'clock', count: 1, oldestAt: null });
    await expect(runDueDays(bank)).rejects.toThrow('A tarefa diária não rodou');
    expect(days).toEqual(['2026-03-10']);
  });

  test('an administrator confirms a clock that is ahead: it is audited, and the missed days are done in order', async ({
    bank,
    days,
    desk,
  }) => {
    bank.clock.set(AHEAD);
    expect(await desk.open().jobs.confirmClock({ day: '2026-03-20' })).toMatchObject({
      standing: 'right',
      knownDay: '2026-03-20',
    });
    expect((await desk.open().jobs.list()).jobs[0]?.runs[0]).toMatchObject({
      state: 'asked',
      askedByName: desk.user.fullName,
    });
    await runDueDays(bank);
    expect(days).toEqual(Array.from({ length: 11 }, (_, index) => `2026-03-${10 + index}`));
    expect(await confirmations(bank)).toMatchObject([
      { userId: desk.user.id, changes: '{"day":{"from":"2026-03-10","to":"2026-03-20"}}' },
    ]);
    expect((await desk.open().overview({})).needs.map(({ need }) => need)).not.toContain('clock');
  });

  test('a clock is not confirmed while it is right, for another day, or for an invalid day', async ({
    bank,
    days,
    desk,
  }) => {
    expect(await codeOf(desk.open().jobs.confirmClock({ day: '2026-03-10' }))).toBe('CLOCK_CHANGED');
    bank.clock.set(AHEAD);
    for (const day of ['2026-03-19', '2026-03-21'])
      expect(await codeOf(desk.open().jobs.confirmClock({ day })), day).toBe('CLOCK_CHANGED');
    for (const day of ['2026-02-30', '', 'amanhã'])
      expect(await codeOf(desk.open().jobs.confirmClock({ day })), day).toBe('VALIDATION');
    expect(await confirmations(bank)).toEqual([]);
    expect(days).toHaveLength(1);
  });

  test('one of several concurrent confirmations of a clock succeeds', async ({ bank, days, desk }) => {
    bank.clock.set(AHEAD);
    const other = (await makeAdmin(bank)).call.admin;
    const both = await Promise.all(
      [desk.open(), desk.open(), other].map((admin) =>
        codeOf(admin.jobs.confirmClock({ day: '2026-03-20' })).catch(() => 'done'),
      ),
    );
    expect(both.filter((code) => code === 'CLOCK_CHANGED')).toHaveLength(2);
    expect(await confirmations(bank)).toHaveLength(1);
    expect(days).toHaveLength(1);
  });

  test('a clock is not confirmed in a session whose password was given long ago, or in the future', async ({
    bank,
    days,
    desk,
  }) => {
    const oldSession = desk.open();
    bank.clock.set(AHEAD);
    expect(await codeOf(oldSession.jobs.confirmClock({ day: '2026-03-20' }))).toBe('REAUTHENTICATE');
    const futureSession = desk.open();
    bank.clock.set('2026-03-19T12:00:00-03:00');
    expect(await codeOf(futureSession.jobs.confirmClock({ day: '2026-03-19' }))).toBe('REAUTHENTICATE');
    expect(days).toHaveLength(1);
  });
});

describe('a clock that was set back', () => {
  test('a clock that was set back is shown; once confirmed the bank counts from it, without repeating days', async ({
    bank,
    days,
    desk,
  }) => {
    bank.clock.set(AHEAD);
    await desk.open().jobs.confirmClock({ day: '2026-03-20' });
    await runDueDays(bank);
    bank.clock.set('2026-03-11T12:00:00-03:00');
    expect((await desk.open().jobs.list()).clock).toMatchObject({
      standing: 'behind',
      doneUpTo: '2026-03-20',
    });
    await runDueDays(bank);
    expect(days).toHaveLength(11);
    await desk.open().jobs.confirmClock({ day: '2026-03-11' });
    expect((await desk.open().jobs.list()).clock).toMatchObject({
      standing: 'right',
      knownDay: '2026-03-11',
      doneUpTo: '2026-03-20',
    });
    for (let day = 12; day <= 21; day += 1) {
      bank.clock.set(`2026-03-${day}T00:05:00-03:00`);
      await runDueDays(bank);
    }
    expect(days.at(-1)).toBe('2026-03-21');
    expect(days).toHaveLength(12);
  });
});
