/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { newId } from '#server/kernel/id';
import { bankAccountId } from './bank-account.ts';
import { balancesOf } from './statement.ts';
import { adjust, makeCustomer, move, outcome, pair, send, undo } from './testing/bank.ts';

test('a transfer can be reversed once, and the reversal gives the money back', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 1_000);
  const sent = await send(db, ana.accountId, bruno.accountId, 400);
  const undone = await undo(db, sent.transactionId);
  expect(await balancesOf(db, [ana.accountId, bruno.accountId])).toEqual(
    new Map([
      [ana.accountId, 1_000],
      [bruno.accountId, 0],
    ]),
  );
  const { transactions } = db.tables;
  const [row] = await db.select().from(transactions).where(eq(transactions.id, undone.transactionId));
  expect(row).toMatchObject({
    type: 'reversal',
    reversesId: sent.transactionId,
    amountCents: 400,
    description: 'Estorno: Engano',
  });
  expect(await outcome(undo(db, sent.transactionId))).toBe('ALREADY_REVERSED');
  expect(await outcome(undo(db, undone.transactionId))).toBe('NOT_REVERSIBLE');
});

test('deposits and withdrawals can be reversed, other types and unknown transactions cannot', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  const deposit = await adjust(db, ana.accountId, 1_000);
  const withdrawal = await adjust(db, ana.accountId, -300);
  expect(await outcome(undo(db, withdrawal.transactionId))).toBe('done');
  expect(await outcome(undo(db, deposit.transactionId))).toBe('done');
  expect(await outcome(undo(db, newId()))).toBe('NOT_FOUND');
  const fees = await bankAccountId(db, 'fee_income');
  await adjust(db, ana.accountId, 100);
  for (const type of [
    'payment',
    'fee',
    'interest',
    'credit_disbursement',
    'investment_application',
  ] as const) {
    const { transactionId } = await move(db, { type, entries: pair(ana.accountId, fees, 1) });
    expect(await outcome(undo(db, transactionId))).toBe('NOT_REVERSIBLE');
  }
});

test.each(['provider_cash', 'provider_clearing'] as const)(
  'a deposit out of %s cannot be reversed',
  async (bankAccount) => {
    const db = await testDb();
    const ana = await makeCustomer(db);
    const from = await bankAccountId(db, bankAccount);
    // `provider_cash` may be negative, the in-flight account may not.
    await adjust(db, from, 1_000);
    const { transactionId } = await move(db, { type: 'deposit', entries: pair(from, ana.accountId, 1_000) });
    expect(await outcome(undo(db, transactionId))).toBe('NOT_REVERSIBLE');
    expect(await balancesOf(db, [ana.accountId])).toEqual(new Map([[ana.accountId, 1_000]]));
  },
);

test('a deposit that has been spent cannot be reversed', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  const deposit = await adjust(db, ana.accountId, 1_000);
  await send(db, ana.accountId, bruno.accountId, 1);
  expect(await outcome(undo(db, deposit.transactionId))).toBe('INSUFFICIENT_FUNDS');
});

test('exactly one of many concurrent reversals of a transaction is done', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 1_000);
  await adjust(db, bruno.accountId, 100_000);
  const sent = await send(db, ana.accountId, bruno.accountId, 400);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(undo(db, sent.transactionId))));
  expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
  expect(outcomes.filter((code) => code === 'ALREADY_REVERSED')).toHaveLength(11);
});
