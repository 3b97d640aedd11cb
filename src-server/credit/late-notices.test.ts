import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { formatBrl, parseDecimal } from '#domain/money';
import { tamper } from '#server/ledger/testing/tamper';
import { test as bankTest } from '#server/testing/bank-test';
import { creditDailySteps } from './daily-steps.ts';
import { runDay, signedCredit } from './testing/loan.ts';

/** Two identical credits and no money. */
const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const { bank, ana, admin } = scene;
  for (let one = 0; one < 2; one += 1) await signedCredit(scene, { termMonths: 3 });
  const balance = (await ana.call.account.list({})).accounts[0]?.balance;
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: `-${balance}`, reason: 'Saque' });
  const told = async (kind: string) => {
    const { notifications } = bank.db.tables;
    const rows = await bank.db.select().from(notifications).where(eq(notifications.kind, kind));
    return rows.map(({ title, text }) => `${title}: ${text}`);
  };
  return { ...scene, told };
});

test('each of two equal credits has one reminder and one overdue notice', async ({ scene }) => {
  for (const day of ['2026-04-07', '2026-04-07', '2026-04-11', '2026-04-11']) await runDay(scene, day);
  expect(await scene.told('instalment_due_soon')).toHaveLength(2);
  expect(await scene.told('instalment_overdue')).toHaveLength(2);
});

test('administrators are told once a day what became overdue, while that setting is on', async ({
  scene,
}) => {
  const { admin, ana, told } = scene;
  const { schedules } = await ana.call.credit.schedules();
  const total = formatBrl(2 * (parseDecimal(schedules.at(-1)?.amount ?? '') ?? Number.NaN));
  await runDay(scene, '2026-04-10');
  expect(await told('instalments_overdue')).toEqual([]);
  for (const day of ['2026-04-11', '2026-04-11', '2026-04-12']) await runDay(scene, day);
  expect(await told('instalments_overdue')).toEqual([
    `Parcelas em atraso desde 11/04/2026: 2 parcelas venceram sem ser pagas: ${total}.`,
  ]);
  await admin.call.admin.settings.update({ name: 'notifyLatePayments', value: false });
  await runDay(scene, '2026-05-12');
  expect(await told('instalments_overdue')).toHaveLength(1);
});

test('no reminder is sent for a past day that is run later', async ({ scene }) => {
  scene.bank.clock.set('2026-04-09T09:00:00-03:00');
  for (const day of ['2026-04-07', '2026-04-08', '2026-04-09'])
    for (const step of creditDailySteps) await step.run(scene.bank, day);
  expect(await scene.told('instalment_due_soon')).toEqual([]);
});

test('a notice whose wording has changed is not sent again', async ({ scene }) => {
  const { bank, told } = scene;
  const { notifications, outbox } = bank.db.tables;
  const reword = () =>
    bank.db.transaction((tx) =>
      tx.update(notifications).set({ title: 'Como se dizia antes', text: 'O mesmo, com outras palavras' }),
    );
  for (const day of ['2026-04-07', '2026-04-11']) {
    await runDay(scene, day);
    await reword();
    await runDay(scene, day);
  }
  for (const [kind, times] of [
    ['instalment_due_soon', 2],
    ['instalment_overdue', 2],
    ['instalments_overdue', 1],
  ] as const) {
    expect(await told(kind)).toHaveLength(times);
    expect(await bank.db.$count(outbox, eq(outbox.kind, kind))).toBe(times);
  }
});

test('a notice that fails keeps none of its page from being sent, nor administrators from being told', async ({
  scene: { bank, told },
}) => {
  const first = '(select min(id) from credit_proposals)';
  await tamper(bank.db, `update credit_proposals set analysis = '{}' where id = ${first}`);
  bank.clock.set('2026-04-11T09:00:00-03:00');
  const step = creditDailySteps.find(({ name }) => name === 'tell-of-overdue-instalments');
  await expect(step?.run(bank, '2026-04-11')).rejects.toThrow('1 failed, the first:');
  expect(await told('instalment_overdue')).toHaveLength(1);
  expect(await told('instalments_overdue')).toHaveLength(1);
  // Of the page, and of the notice.
  expect(bank.logged.filter((line) => line.includes('could not be told'))).toHaveLength(2);
});
