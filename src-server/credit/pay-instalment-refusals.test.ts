import { expect } from 'vitest';
import type { Db } from '#db/db';
import { failingAt } from '#server/ledger/testing/faults';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, freeze } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { approvedCredit, signedCredit } from './testing/loan.ts';

const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const proposalId = await signedCredit(scene);
  const scheduleOf = async (proposalId: string) =>
    (await scene.ana.call.credit.schedules({ proposalId })).schedules.toReversed();
  const [one, two] = await scheduleOf(proposalId);
  if (!one || !two) throw new Error(`proposal ${proposalId} has no instalments`);
  return { ...scene, scheduleOf, one, two };
});

test('whatever total is confirmed, a paid instalment is refused as paid', async ({
  scene: { ana, one, two },
}) => {
  const { payInstallment, payInstallments } = ana.call.credit;
  await payInstallment({ id: one.id });
  expect(await codeOf(payInstallment({ id: one.id, total: one.amountToday }))).toBe('INSTALMENT_PAID');
  const both = { ids: [one.id, two.id], total: two.amountToday };
  expect(await codeOf(payInstallments(both))).toBe('INSTALMENT_PAID');
});

test('whatever total is confirmed, an instalment of an unsigned credit is refused, alone or together with others', async ({
  scene,
}) => {
  const { ana, one, scheduleOf } = scene;
  const [unsigned] = await scheduleOf(await approvedCredit(scene));
  const id = unsigned?.id ?? '';
  const { payInstallment, payInstallments } = ana.call.credit;
  expect(await codeOf(payInstallment({ id, total: '0.01' }))).toBe('CREDIT_NOT_SIGNED');
  expect(await codeOf(payInstallments({ ids: [one.id, id], total: '0.01' }))).toBe('CREDIT_NOT_SIGNED');
});

test('even an instalment that costs nothing is not paid from a frozen account', async ({ scene }) => {
  const { bank, ana, scheduleOf } = scene;
  const proposalId = await signedCredit(scene, { amount: '1000.00', termMonths: 360, interestRate: '20.00' });
  const free = (await scheduleOf(proposalId)).find(({ principal, amountToday }) =>
    [principal, amountToday].every((amount) => amount === '0.00'),
  );
  await freeze(bank, ana.accountId);
  expect(await codeOf(ana.call.credit.payInstallment({ id: free?.id ?? '' }))).toBe('ACCOUNT_INACTIVE');
});

test('the same instalments in another order are the same request', async ({ scene: { ana, one, two } }) => {
  const { payInstallments } = ana.call.credit;
  const paid = await payInstallments({ ids: [one.id, two.id], idempotencyKey: 'uma-vez' });
  const again = await payInstallments({ ids: [two.id, one.id], idempotencyKey: 'uma-vez' });
  expect(again).toEqual(paid);
});

/** Counts the statements of groups that are prepared, as those of postings are. */
function counting(db: Db): { db: Db; ran: () => number } {
  let ran = 0;
  const grouped: Db['grouped'] = (work, item) =>
    db.grouped(async (tx, items) => {
      const counted = failingAt(tx, 0);
      try {
        return await work(counted.tx, items);
      } finally {
        ran += counted.ran();
      }
    }, item);
  const get = (target: Db, name: string) => {
    const found = Reflect.get(target, name);
    return name === 'grouped' ? grouped : typeof found === 'function' ? found.bind(target) : found;
  };
  return { db: new Proxy(db, { get }) as Db, ran: () => ran };
}

test('instalments that the account cannot afford are refused before any is posted, however many', async ({
  scene: { bank, ana, admin, scheduleOf, one },
}) => {
  const schedules = await scheduleOf(one.creditProposalId);
  const refusedStatements = async (some: typeof schedules) => {
    const cents = some.reduce((sum, { amountToday }) => sum + Math.round(Number(amountToday) * 100), 0);
    const { accounts } = await ana.call.account.list({});
    const surplus = Math.round(Number(accounts[0]?.balance) * 100) - (cents - 1);
    const amount = (-surplus / 100).toFixed(2);
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Um centavo a menos' });
    const { db, ran } = counting(bank.db);
    const { payInstallments } = callerOf(bank, ana.user, { db }).credit;
    expect(await codeOf(payInstallments({ ids: some.map(({ id }) => id) }))).toBe('INSUFFICIENT_FUNDS');
    return ran();
  };
  expect(schedules).toHaveLength(12);
  expect(await refusedStatements(schedules)).toBe(await refusedStatements(schedules.slice(0, 1)));
});
