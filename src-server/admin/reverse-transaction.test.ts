import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { balanceOf } from '#server/ledger/statement';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, closeRelation, freeze, openBankWithTwo, openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

const REASON = 'Enviado por engano';

async function withTransfer(amount = '30.00') {
  const setup = await openBankWithTwo();
  const { ana, bruno } = setup;
  const { id } = await ana.call.account.transfer({
    accountNumber: bruno.accountNumber,
    amount,
    description: 'Aluguel',
  });
  return { ...setup, id, reverse: setup.admin.call.admin.transactions.reverse };
}

const test = bankTest.extend('scene', () => withTransfer());

test('a reversal undoes a transfer on both sides, also on frozen accounts; both holders are told, and it is audited', async ({
  scene: { bank, ana, bruno, id, reverse },
}) => {
  await freeze(bank, ana.accountId);
  await freeze(bank, bruno.accountId);
  const reversal = await reverse({ id, reason: REASON });
  expect(reversal).toEqual({
    id: expect.any(String),
    type: 'reversal',
    reversesId: id,
    amount: '30.00',
    description: `Estorno: ${REASON}`,
    createdAt: '2026-03-10T15:00:00.000Z',
  });
  expect([await balanceOf(bank.db, ana.accountId), await balanceOf(bank.db, bruno.accountId)]).toEqual([
    10_000, 0,
  ]);
  expect((await bruno.call.account.ledger({})).entries[0]).toMatchObject({
    type: 'reversal',
    description: `Estorno: ${REASON}`,
    isDebit: true,
  });

  const { auditLog, notifications, outbox } = bank.db.tables;
  const rows = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, reversal.id));
  expect(rows).toMatchObject([
    {
      action: 'reverse_transaction',
      entityType: 'transaction',
      changes: JSON.stringify({ amount: '30.00', reason: REASON, reversesId: id }),
    },
  ]);
  const mails = (await bank.db.select().from(outbox)).filter(({ kind }) => kind === 'transaction_reversed');
  expect(mails).toHaveLength(2);
  const told = await bank.db.select().from(notifications);
  const textFor = (userId: string) =>
    told.find((one) => one.userId === userId && one.kind === 'transaction_reversed')?.text ?? '';
  expect(textFor(ana.user.id)).toContain('devolveu o valor à sua conta');
  expect(textFor(bruno.user.id)).toContain('retirou o valor da sua conta');
});

test('a reversal undoes an adjustment, and nothing can be reversed twice', async () => {
  const { bank, ana, admin, reverse } = await withTransfer('1.00');
  const { transactionId } = await admin.call.admin.accounts.adjust({
    id: ana.accountId,
    amount: '-20.00',
    reason: 'Correção',
  });
  const undone = await reverse({ id: transactionId, reason: REASON });
  expect(await balanceOf(bank.db, ana.accountId)).toBe(9_900);
  expect(await refusalOf(reverse({ id: transactionId, reason: REASON }))).toMatchObject({
    status: 409,
    code: 'ALREADY_REVERSED',
  });
  expect(await refusalOf(reverse({ id: undone.id, reason: REASON }))).toMatchObject({
    status: 409,
    code: 'NOT_REVERSIBLE',
  });
});

test('whom a reversed transfer was the first to pay is a new payee again; another payment’s is not', async ({
  scene: { bank, ana, bruno, id, reverse },
}) => {
  const pay = () =>
    ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount: '1.00', description: 'Mais' });
  bank.clock.passSeconds(60);
  const second = await pay();
  await reverse({ id: second.id, reason: REASON });
  expect(await ana.call.account.recipients()).toHaveLength(1);
  await reverse({ id, reason: REASON });
  expect(await ana.call.account.recipients()).toEqual([]);
});

test('a reversal is refused to customers, for what cannot be undone, and with wrong input', async ({
  scene: { bank, ana, bruno, id, reverse },
}) => {
  expect(await codeOf(callerOf(bank, null).admin.transactions.reverse({ id, reason: REASON }))).toBe(
    'UNAUTHENTICATED',
  );
  expect(await codeOf(ana.call.admin.transactions.reverse({ id, reason: REASON }))).toBe('FORBIDDEN');
  for (const other of ['x', ana.accountId])
    expect(await codeOf(reverse({ id: other, reason: REASON }))).toBe('NOT_FOUND');
  expect(await codeOf(reverse({ id: 'a\u0000b', reason: REASON }))).toBe('VALIDATION');
  expect((await refusalOf(reverse({ id, reason: ' a ' }))).fields).toEqual({
    reason: 'Motivo é obrigatório',
  });
  const paid = await bank.db.transaction(async (tx) =>
    post(tx, {
      type: 'payment',
      description: 'Boleto',
      createdAt: bank.clock.now(),
      actorId: ana.user.id,
      entries: [
        { accountId: ana.accountId, amountCents: -100 },
        { accountId: await bankAccountId(tx, 'provider_clearing'), amountCents: 100 },
      ],
    }),
  );
  expect(await codeOf(reverse({ id: paid.transactionId, reason: REASON }))).toBe('NOT_REVERSIBLE');

  // The money is gone: no balance below zero, nothing written.
  await openFor(bank, bruno.user, 'savings');
  await bruno.call.account.transfer({
    accountNumber: ana.accountNumber,
    amount: '30.00',
    description: 'Troco',
  });
  const { auditLog } = bank.db.tables;
  const before = await bank.db.$count(auditLog);
  expect(await refusalOf(reverse({ id, reason: REASON }))).toMatchObject({
    status: 409,
    code: 'INSUFFICIENT_FUNDS',
  });
  expect(await bank.db.$count(auditLog)).toBe(before);
});

test('a reversal that would give money to a closed relation is refused; one that takes money from it sends no message', async ({
  scene: { bank, ana, admin, id, reverse },
}) => {
  const { auditLog, notifications, outbox } = bank.db.tables;
  const rows = async () => [await bank.db.$count(auditLog), await bank.db.$count(outbox)];
  await closeRelation(bank, ana.user.id);
  const before = await rows();
  expect(await codeOf(reverse({ id, reason: REASON }))).toBe('USER_CLOSED');
  const adjust = (amount: string) =>
    admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: REASON });
  expect(await codeOf(adjust('1.00'))).toBe('USER_CLOSED');
  expect(await rows()).toEqual(before);
  const { transactionId } = await adjust('-70.00');
  expect(await balanceOf(bank.db, ana.accountId)).toBe(0);
  expect(await codeOf(reverse({ id: transactionId, reason: REASON }))).toBe('USER_CLOSED');

  const other = await withTransfer();
  await closeRelation(other.bank, other.bruno.user.id);
  await other.reverse({ id: other.id, reason: REASON });
  expect(await balanceOf(other.bank.db, other.bruno.accountId)).toBe(0);
  const told = await other.bank.db.select().from(notifications);
  const reversals = told.filter(({ kind }) => kind === 'transaction_reversed');
  expect(reversals.map(({ userId }) => userId)).toEqual([other.ana.user.id]);
  const mails = await other.bank.db.select().from(outbox);
  expect(mails.filter(({ kind }) => kind === 'transaction_reversed')).toHaveLength(1);
});

test('of many concurrent reversals one is done, with a key and without', { tags: ['postgres'] }, async ({
  scene: { bank, ana, id, reverse },
}) => {
  const withKey = { id, reason: REASON, idempotencyKey: 'k' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(withKey)));
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
  const others = await Promise.allSettled(Array.from({ length: 6 }, () => reverse({ id, reason: REASON })));
  expect(others.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
  expect(await codeOf(reverse({ ...withKey, reason: 'Outro motivo' }))).toBe('IDEMPOTENCY_KEY_REUSED');
});
