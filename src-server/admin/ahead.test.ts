import { expect } from 'vitest';
import { signedCredit } from '#server/credit/testing/loan';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';

test('the amounts due day by day add up to the overview’s figures for the same period', async ({
  bank,
  ana,
  bruno,
  admin,
}) => {
  await signedCredit({ bank, ana, admin }, { termMonths: 3, interestRate: '2.49' });
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale 30',
    description: 'Trinta dias, com o principal e o rendimento no vencimento',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 30,
    riskLevel: 'low',
  });
  await ana.call.investment.create({ productId: product.id, amount: '500.00' });
  const { untilOn, days } = await admin.call.admin.ahead({ days: 90 });
  expect(untilOn).toBe('2026-06-08');
  expect(days).toEqual([
    {
      day: '2026-04-09',
      investments: { count: 1, amount: expect.stringMatching(/^50[2-6]\.\d\d$/) },
      instalments: { count: 0, amount: '0.00' },
    },
    {
      day: '2026-04-10',
      investments: { count: 0, amount: '0.00' },
      instalments: { count: 1, amount: '420.08' },
    },
    expect.objectContaining({ day: '2026-05-10', instalments: { count: 1, amount: '420.08' } }),
  ]);
  for (const period of [7, 30, 90] as const) {
    const { ahead } = await admin.call.admin.overview({ days: period });
    const seen = await admin.call.admin.ahead({ days: period });
    expect(seen.untilOn).toBe(ahead.untilOn);
    for (const side of ['investments', 'instalments'] as const) {
      expect(seen.days.reduce((all, one) => all + one[side].count, 0)).toBe(ahead[side].count);
      const cents = seen.days.reduce((all, one) => all + Math.round(Number(one[side].amount) * 100), 0);
      expect(cents).toBe(Math.round(Number(ahead[side].amount) * 100));
    }
  }
  expect(await codeOf(admin.call.admin.ahead({ days: 8 }))).toBe('VALIDATION');
  expect(await codeOf(bruno.call.admin.ahead({}))).toBe('FORBIDDEN');
});
