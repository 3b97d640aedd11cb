import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { investmentDailySteps } from './daily-steps.ts';

test('the contract that nobody signed before maturity is cancelled, and says why', async ({
  bank,
  ana,
  admin,
}) => {
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 90,
  });
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '100.00', reason: 'Depósito' });
  await ana.call.investment.create({ productId: product.id, amount: '100.00' });
  expect(await ana.call.contract.list()).toMatchObject([
    { status: 'pending_signature', cancelledBecause: null },
  ]);
  bank.clock.set('2026-06-08T09:00:00-03:00');
  for (const step of investmentDailySteps) await step.run(bank, '2026-06-08');
  const cancelledBecause = expect.stringContaining('venceu ou foi resgatado antes da assinatura');
  const [contract] = await ana.call.contract.list();
  expect(contract).toMatchObject({ status: 'cancelled', cancelledBecause });
  const id = contract?.id ?? '';
  expect(await ana.call.contract.get({ id })).toMatchObject({ cancelledBecause });
  expect(await codeOf(ana.call.contract.requestOtp({ id }))).toBe('CONTRACT_CANCELLED');
});
