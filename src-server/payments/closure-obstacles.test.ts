import { expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { send } from '#server/ledger/testing/bank';
import { openOrders } from './closure-obstacles.ts';
import { test } from './testing/pix-test.ts';

test('an account cannot be closed while an order is open', async ({ bank, ana, bruno, admin }) => {
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '50.00', reason: 'Depósito' });
  const clearing = await bankAccountId(bank.db, 'provider_clearing');
  const { transactionId } = await send(bank.db, ana.accountId, clearing, 1000);
  const now = bank.clock.now();
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.paymentOrders).values({
      transactionId,
      userId: ana.user.id,
      kind: 'boleto',
      status: 'reserved',
      amountCents: 1000,
      target: '0'.repeat(47),
      attempts: 0,
      nextLookAt: now,
      createdAt: now,
    });
  });
  const obstacles = (userId: string) => bank.db.transaction((tx) => openOrders(tx, userId));
  expect(await obstacles(ana.user.id)).toEqual([
    'Há pagamento em processamento: aguarde a conclusão antes de encerrar.',
  ]);
  expect(await obstacles(bruno.user.id)).toEqual([]);
});
