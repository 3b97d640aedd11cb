import { expect } from 'vitest';
import { verifyLedger } from '#server/ledger/verify';
import { test as bankTest } from '#server/testing/bank-test';
import { creditDailySteps } from './daily-steps.ts';
import { runDay, signedCredit } from './testing/loan.ts';

/** Instalments due on a Friday, a Sunday and a Wednesday. */
const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const { bank, ana, admin } = scene;
  await signedCredit(scene, { termMonths: 3 });
  const adjust = (amount: string) =>
    admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Ajuste' });
  const balance = async () => (await ana.call.account.list({})).accounts[0]?.balance ?? '0.00';
  await adjust(`-${await balance()}`);
  const instalment = async (number: number) => {
    const { schedules } = await ana.call.credit.schedules();
    const found = schedules.find(({ installmentNumber }) => installmentNumber === number);
    if (!found) throw new Error(`the test's credit has no instalment ${number}`);
    return found;
  };
  const giveFor = async (number: number, moment: string) => {
    bank.clock.set(`${moment}:00-03:00`);
    await adjust((await instalment(number)).amount);
  };
  const overdueTold = async () => {
    const { notifications } = bank.db.tables;
    const rows = await bank.db.select({ kind: notifications.kind }).from(notifications);
    return rows.filter(({ kind }) => kind === 'instalment_overdue').length;
  };
  return { ...scene, adjust, balance, instalment, giveFor, overdueTold };
});

test('the daily run debits an instalment without fees when the money was there at the end of the due date', async ({
  scene,
}) => {
  const { bank, ana, instalment, giveFor, balance, overdueTold } = scene;
  await runDay(scene, '2026-04-10');
  await giveFor(1, '2026-04-10T23:59');
  await runDay(scene, '2026-04-11');
  // A Sunday due date may be paid on Monday.
  await runDay(scene, '2026-05-11');
  await giveFor(2, '2026-05-11T10:00');
  await runDay(scene, '2026-05-12');
  // The bank was off for days; the first missed day runs twice.
  await runDay(scene, '2026-06-10');
  await giveFor(3, '2026-06-10T10:00');
  bank.clock.set('2026-06-15T10:00:00-03:00');
  for (const day of ['2026-06-11', '2026-06-11', '2026-06-12'])
    for (const step of creditDailySteps) await step.run(bank, day);
  for (const number of [1, 2, 3]) {
    const { isPaid, amount, paidAmount } = await instalment(number);
    expect([isPaid, paidAmount]).toEqual([true, amount]);
  }
  expect((await instalment(1)).paidAt).toBe('2026-04-11T12:00:00.000Z');
  expect(await ana.call.credit.rating()).toMatchObject({ instalments: 3, onTime: 3 });
  expect([await balance(), await overdueTold()]).toEqual(['0.00', 0]);
  expect((await verifyLedger(bank.db)).ok).toBe(true);
});

test('the daily run debits an instalment with fine and interest when the money arrived after the due date', async ({
  scene,
}) => {
  const { adjust, instalment, giveFor, ana, overdueTold } = scene;
  await runDay(scene, '2026-04-10');
  await giveFor(1, '2026-04-11T00:02');
  await adjust('100.00');
  await runDay(scene, '2026-04-11');
  const first = await instalment(1);
  const late = (amount: string, days: number) => {
    const cents = Math.round(Number(amount) * 100);
    return ((cents + Math.round(cents * 0.02) + Math.round((cents * days) / 3000)) / 100).toFixed(2);
  };
  expect([first.isPaid, first.paidAmount]).toEqual([true, late(first.amount, 1)]);
  expect(await ana.call.credit.rating()).toMatchObject({ instalments: 1, onTime: 0 });
  expect(await overdueTold()).toBe(0);

  // Unpaid after the nightly run: late from its due date.
  await adjust(`-${await scene.balance()}`);
  await runDay(scene, '2026-05-11');
  await runDay(scene, '2026-05-12');
  expect(await overdueTold()).toBe(1);
  await adjust('2000.00');
  await runDay(scene, '2026-05-13');
  const second = await instalment(2);
  expect(second.paidAmount).toBe(late(second.amount, 3));
});
