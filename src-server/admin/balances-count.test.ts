import { expect } from 'vitest';
import { test } from '#server/payments/orders/testing/order-test';
import { freeze } from '#server/testing/people';

/** As /admin/… explains them under 'O que entra em cada saldo'. */
test('each total named Saldo includes what its explanation says: frozen, external and invested money', async ({
  bank,
  ana,
  bruno,
  admin,
}) => {
  const product = {
    name: 'CDB',
    description: 'Renda fixa',
    minAmount: '1.00',
    annualRate: '12.00',
    termDays: 90,
  };
  const { id: productId } = await admin.call.investment.products.create(product);
  await ana.call.investment.create({ productId, amount: '100.00' });
  await admin.call.admin.accounts.adjust({ id: bruno.accountId, amount: '300.00', reason: 'Depósito' });
  await freeze(bank, bruno.accountId);

  const dashboard = await admin.call.admin.dashboard();
  expect(dashboard.figures.totalBalance, 'Dashboard: with frozen accounts').toBe('1200.00');
  const { users } = await admin.call.admin.users.list({});
  const clients = new Map(users.map((user) => [user.id, user.totalBalance]));
  expect(clients.get(ana.user.id), 'Clientes: without external account and investments').toBe('900.00');
  expect(clients.get(bruno.user.id), 'Clientes: without frozen accounts').toBe('0.00');
  expect(dashboard.externalBalance).toBe('500.00');
  const { totals } = await admin.call.admin.accounts.list({});
  expect(totals.balance, 'Contas: with investments and frozen accounts').toBe('1300.00');
  const ledger = await admin.call.admin.ledger.list({});
  expect(ledger.totals?.balance, 'Ledger: with the external accounts').toBe('1800.00');
});
