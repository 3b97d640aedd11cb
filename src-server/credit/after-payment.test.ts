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
