import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { runDay, signedCredit } from './testing/loan.ts';

test('a credit in default with four overdue instalments stays in default at three, and is cured at two', async ({
  setup: scene,
}) => {
  const { bank, ana, admin } = scene;
  const proposalId = await signedCredit(scene, { termMonths: 6 });
  const adjust = (amount: string) =>
    admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Ajuste' });
  const [account] = (await ana.call.account.list({})).accounts;
  await adjust(`-${account?.balance}`);
  // The second due date is a Sunday.
  for (const day of ['2026-04-11', '2026-05-12', '2026-06-11', '2026-07-11']) await runDay(scene, day);
  const { schedules } = await ana.call.credit.schedules({ proposalId });
  const standing = async () => {
    const [credit] = (await ana.call.credit.proposals.list()).proposals;
    const { auditLog } = bank.db.tables;
    const cures = await bank.db.$count(auditLog, eq(auditLog.action, 'cure_credit'));
    return { status: credit?.status, overdue: credit?.overdueInstallments, cures };
  };
  const pay = (number: number) => {
    const due = schedules.find(({ installmentNumber }) => installmentNumber === number);
    return ana.call.credit.payInstallment({ id: due?.id ?? '' });
  };
  expect(await standing()).toEqual({ status: 'defaulted', overdue: 4, cures: 0 });
  await adjust('2000.00');
  await pay(1);
  expect(await standing()).toEqual({ status: 'defaulted', overdue: 3, cures: 0 });
  await pay(2);
  expect(await standing()).toEqual({ status: 'active', overdue: 2, cures: 1 });
});

/** Ana's credit in `termMonths` instalments, with her balance at 5,000.00. */
async function borrowed(scene: Parameters<typeof signedCredit>[0], termMonths: number) {
  const { bank, ana, admin } = scene;
  const proposalId = await signedCredit(scene, { termMonths });
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '5000.00', reason: 'Salário' });
  const { schedules } = await ana.call.credit.schedules({ proposalId });
  const { auditLog, creditProposals, notifications } = bank.db.tables;
  return {
    proposalId,
    pay: (number: number) => {
      const due = schedules.find(({ installmentNumber }) => installmentNumber === number);
      return ana.call.credit.payInstallment({ id: due?.id ?? '' });
    },
    row: async () => {
      const [row] = await bank.db.select().from(creditProposals).where(eq(creditProposals.id, proposalId));
      return row;
    },
    audited: async () => {
      const rows = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, proposalId));
      return rows
        .filter(({ action }) => ['cure_credit', 'finish_credit'].includes(action))
        .map(({ action, changes }) => [action, changes && JSON.parse(changes)]);
    },
    told: async () => {
      const rows = await bank.db.select().from(notifications);
      return rows
        .map(({ kind }) => kind)
        .filter((kind) => ['credit_cured', 'credit_finished'].includes(kind));
    },
  };
}

test('a negativated credit is cleared by the payment of its last overdue instalment', async ({ setup }) => {
  const { pay, row, audited, told, proposalId } = await borrowed(setup, 6);
  setup.bank.clock.set('2026-05-12T09:00:00-03:00');
  await setup.admin.call.credit.operations.negativate({ id: proposalId });
  await pay(1);
  expect((await row())?.negativatedAt).not.toBeNull();
  expect(await told()).toEqual([]);
  await pay(2);
  expect(await row()).toMatchObject({ status: 'active', negativatedAt: null, finishedAt: null });
  const changes = { negativated: { from: true, to: false }, overdue: 0 };
  expect(await audited()).toEqual([['cure_credit', changes]]);
  expect(await told()).toEqual(['credit_cured']);
});

test('the payment of the last instalment finishes a credit, and says so once', async ({ setup }) => {
  const { pay, row, audited, told } = await borrowed(setup, 2);
  await pay(1);
  expect((await row())?.finishedAt).toBeNull();
  await pay(2);
  expect(await row()).toMatchObject({ status: 'active', finishedAt: setup.bank.clock.now() });
  expect(await audited()).toEqual([['finish_credit', null]]);
  expect(await told()).toEqual(['credit_finished']);
});

test('a negativated credit that is repaid is cleared and finished', async ({ setup }) => {
  const { pay, row, audited, told, proposalId } = await borrowed(setup, 1);
  setup.bank.clock.set('2026-04-13T09:00:00-03:00');
  await setup.admin.call.credit.operations.negativate({ id: proposalId });
  await pay(1);
  expect(await row()).toMatchObject({ negativatedAt: null, finishedAt: setup.bank.clock.now() });
  expect((await audited()).map(([action]) => action)).toEqual(['cure_credit', 'finish_credit']);
  expect(await told()).toEqual(['credit_finished']);
});
