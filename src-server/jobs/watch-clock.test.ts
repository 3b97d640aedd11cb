/**
 * @module-tag prove
 * @module-tag postgresInCi
 */
import { readdir } from 'node:fs/promises';
import { asc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { backupsFolder, listBackups } from '#server/backup/manifest';
import { takeBackup } from '#server/backup/take-backup';
import { bankWithFolder } from '#server/backup/testing/busy-bank';
import { advance } from '#server/kernel/clock';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { BANK_JOBS } from './bank-jobs.ts';
import { runDay, runDueDays } from './daily-run.ts';
import { takeTurn } from './job-runs.ts';
import { startScheduler } from './scheduler.ts';
import { watchClock } from './watch-clock.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bank.example',
  APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  TRUST_PROXY: 'none',
};
const DAILY = BANK_JOBS.filter(({ name }) => name === 'daily_run');

function daysOf(bank: TestBank): string[] {
  const days: string[] = [];
  bank.registry.dailySteps = [{ name: 'step', run: async (_, day) => void days.push(day) }];
  return days;
}

const test = bankTest.extend('days', ({ bank }) => daysOf(bank));
const production = bankTest.extend('live', async () => {
  const bank = await testBank(PRODUCTION);
  return { bank, days: daysOf(bank) };
});

const start = (bank: TestBank) => startScheduler(bank, { jobs: DAILY }).stop();

/** The bank in another process, which has not checked the clock yet. */
const inNewProcess = (bank: TestBank): TestBank => ({ ...bank });

const lastRun = async ({ db }: TestBank) =>
  (await db.select().from(db.tables.jobRuns).orderBy(asc(db.tables.jobRuns.id))).at(-1);

const lines = (bank: TestBank, text: string) => bank.logged.filter((line) => line.includes(text)).length;

describe('a start in production with the clock 40 days ahead', () => {
  production(
    'with the clock 40 days ahead no day is run, and the refused run says what to check',
    async ({ live: { bank, days } }) => {
      await start(bank);
      bank.clock.set('2026-04-19T12:00:00-03:00');
      await start(bank);
      expect(days).toEqual(['2026-03-10']);
      expect(await lastRun(bank)).toMatchObject({
        summary: null,
        error:
          'A tarefa diária não rodou: o relógio da máquina diz 19/04/2026, e o dia mais novo que o banco conhece é 10/03/2026. Confira o relógio da máquina; se ele estiver certo, confirme-o em Tarefas.',
      });
      expect((await bank.db.select().from(bank.db.tables.dailyRuns)).map(({ day }) => day)).not.toContain(
        '2026-04-19',
      );
    },
  );

  production(
    'a clock 40 days ahead is reported once to every administrator, by e-mail and notification',
    async ({ live: { bank, days } }) => {
      await Promise.all([makeAdmin(bank), makeAdmin(bank)]);
      await start(bank);
      bank.clock.set('2026-04-19T12:00:00-03:00');
      await Promise.all([start(bank), start(inNewProcess(bank))]);
      bank.clock.set('2026-04-20T12:00:00-03:00');
      await start(inNewProcess(bank));
      const { outbox, notifications } = bank.db.tables;
      const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, 'clock_ahead'));
      expect(mails.map(({ subject }) => subject)).toEqual(
        Array(2).fill('A rotina diária está parada: confira o relógio da máquina'),
      );
      const bells = await bank.db.select().from(notifications).where(eq(notifications.kind, 'clock_ahead'));
      expect(bells.map(({ href }) => href)).toEqual(['/admin/jobs', '/admin/jobs']);
      expect(bells[0]?.text).toContain('o relógio da máquina diz 19/04/2026');
      expect(days).toEqual(['2026-03-10']);
    },
  );

  production('after the clock is corrected each day is run on its day', async ({ live: { bank, days } }) => {
    await start(bank);
    bank.clock.set('2026-04-19T00:05:00-03:00');
    await start(bank);
    await takeTurn(bank, 'daily_run', '2026-04-19T03:05');
    bank.clock.set('2026-03-11T12:00:00-03:00');
    await start(bank);
    expect(days).toEqual(['2026-03-10', '2026-03-11']);
    expect(await lastRun(bank)).toMatchObject({ summary: 'Em dia até 11/03/2026', error: null });
    // The turns of wrong days are free again, and no run lies in the future.
    expect(await takeTurn(bank, 'daily_run', '2026-04-19T03:05')).not.toBeNull();
    const runs = await bank.db.select().from(bank.db.tables.jobRuns);
    expect(runs.every(({ createdAt }) => createdAt <= bank.clock.real())).toBe(true);
  });

  production(
    'a clock up to two days ahead needs no confirmation, day after day',
    async ({ live: { bank, days } }) => {
      for (const day of ['10', '12', '14', '15', '17']) {
        bank.clock.set(`2026-03-${day}T00:05:00-03:00`);
        await start(inNewProcess(bank));
      }
      expect(days).toEqual(['10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `2026-03-${day}`));
      bank.clock.set('2026-03-20T00:05:00-03:00');
      await expect(runDueDays(bank)).rejects.toThrow('A tarefa diária não rodou');
    },
  );

  production('days on which only the daily run failed need no confirmation', async ({ live: { bank } }) => {
    bank.registry.dailySteps = [{ name: 'step', run: () => Promise.reject(new Error('away')) }];
    for (const day of ['10', '12', '14', '16']) {
      bank.clock.set(`2026-03-${day}T00:05:00-03:00`);
      await expect(runDueDays(bank)).rejects.toThrow('away');
    }
  });
});

describe('the clock of the machine', () => {
  test('outside production any clock is accepted at the start, which is logged and audited', async ({
    bank,
    days,
  }) => {
    await start(bank);
    bank.clock.set('2026-03-24T12:00:00-03:00');
    await start(bank);
    expect(days).toHaveLength(15);
    expect(lines(bank, 'is taken as right')).toBe(1);
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'confirm_clock'));
    expect(rows).toMatchObject([
      { userName: null, changes: '{"day":{"from":"2026-03-10","to":"2026-03-24"}}' },
    ]);
  });

  test("the bank's time moved on purpose is not reported as a wrong clock", async ({ bank, days }) => {
    await runDueDays(bank);
    await advance(bank.db, { days: 40 });
    await bank.clock.sync(bank.db);
    await runDueDays(bank);
    expect(days).toHaveLength(41);
  });

  test('a clock that goes back is logged once each time, and no day is run twice', async ({ bank, days }) => {
    await start(bank);
    bank.clock.passSeconds(-3600);
    await watchClock(bank);
    await watchClock(bank);
    expect(lines(bank, 'time goes backwards')).toBe(1);
    await start(inNewProcess(bank));
    expect(lines(bank, 'time goes backwards')).toBe(2);
    bank.clock.passSeconds(3600);
    await watchClock(bank);
    bank.clock.passSeconds(-120);
    await watchClock(bank);
    expect(lines(bank, 'time goes backwards')).toBe(3);
    expect(days).toEqual(['2026-03-10']);
  });

  test('after a clock is corrected, backups dated in the future are set aside until that day', async () => {
    const bank = await bankWithFolder();
    const names = () => readdir(backupsFolder(bank.env.DATA_DIR));
    bank.clock.set('2026-03-10T12:00:00-03:00');
    await watchClock(bank);
    bank.clock.set('2026-04-19T12:00:00-03:00');
    await watchClock(bank);
    const { name } = await takeBackup(bank);
    bank.clock.set('2026-03-10T12:00:00-03:00');
    await watchClock(bank);
    expect(await names()).toEqual([`${name}.ahead`]);
    expect(await listBackups(bank.env.DATA_DIR)).toEqual([]);
    bank.clock.set('2026-04-20T12:01:00-03:00');
    const newer = await takeBackup(bank);
    expect(await names()).toEqual([newer.name]);
  });

  test('a new database sets no backup aside', async () => {
    const [old, bank] = [await bankWithFolder(), await bankWithFolder()];
    old.clock.set('2026-04-19T12:00:00-03:00');
    const env = { ...bank.env, DATA_DIR: old.env.DATA_DIR };
    const { name } = await takeBackup(old);
    bank.clock.set('2026-03-10T12:00:00-03:00');
    await watchClock({ ...bank, env });
    expect((await listBackups(env.DATA_DIR)).map((backup) => backup.name)).toEqual([name]);
  });

  test('after a clock went back the step of a process that died in the future is taken over', async ({
    bank,
    days,
  }) => {
    await bank.db.transaction(async (tx) => {
      const claimedAt = new Date('2026-04-19T12:00:00-03:00');
      await tx.insert(tx.tables.dailyRuns).values({ day: '2026-03-10', step: 'step', claimedAt });
    });
    await runDay(bank, '2026-03-10');
    expect(days).toEqual(['2026-03-10']);
  });
});
