import { expect } from 'vitest';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { openOrders } from './closure-obstacles.ts';
import { placeOrder } from './orders/place-order.ts';
import { test } from './testing/pix-test.ts';

test('an account cannot be closed while an order is open', async ({ bank, ana, bruno, admin }) => {
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '50.00', reason: 'Depósito' });
  await bank.db.transaction(async (tx) => {
    const boleto = { kind: 'boleto', description: 'Boleto', target: '0'.repeat(47) } as const;
    const order = { ...boleto, amountCents: 1000, fromAccountId: ana.accountId };
    const id = await placeOrder(tx, { ...bank, user: ana.user }, order);
    await record(tx, systemActor(bank), { action: 'pay_boleto', entityType: 'transaction', entityId: id });
  });
  const obstacles = (userId: string) => bank.db.transaction((tx) => openOrders(tx, userId));
  expect(await obstacles(ana.user.id)).toEqual([
    'Há pagamento em processamento: aguarde a conclusão antes de encerrar.',
  ]);
  expect(await obstacles(bruno.user.id)).toEqual([]);
});
