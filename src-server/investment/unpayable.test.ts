import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { refusalOf } from '#server/testing/refusal-of';

test('an investment whose maturity would pay more than the ledger takes is refused', async ({
  setup: { ana, admin },
}) => {
  const { id: productId } = await admin.call.investment.products.create({
    name: 'CDB Vale 3650',
    description: 'Renda fixa com prazo de dez anos',
    minAmount: '1.00',
    annualRate: '100.00',
    termDays: 3650,
  });
  const refused = await refusalOf(ana.call.investment.create({ productId, amount: '200000000.00' }));
  expect(refused).toMatchObject({
    code: 'VALIDATION',
    fields: { amount: expect.stringMatching(/^No vencimento seriam mais de R\$\s100\.000\.000\.000,00/) },
  });
});
