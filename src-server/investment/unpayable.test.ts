import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { runDueDays } from '#server/jobs/daily-run';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { refusalOf } from '#server/testing/refusal-of';
import { investmentDailySteps } from './daily-steps.ts';

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

test('any number of investments of one customer that cannot be paid keep neither others from being paid nor later days back', async ({
  setup: { bank, ana, bruno, admin },
}) => {
  const { id: productId } = await admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 90,
  });
  const { id } = await ana.call.investment.create({ productId, amount: '10.00' });
  const { investments } = bank.db.tables;
  const [row] = await bank.db.select().from(investments).where(eq(investments.id, id));
  if (!row) throw new Error('no investment');
  const unpayable = Array.from({ length: 25 }, () => ({ ...row, id: newId(), annualRate: 'none' }));
  await bank.db.transaction((tx) => tx.insertRows(investments, unpayable));
  await admin.call.admin.accounts.adjust({ id: bruno.accountId, amount: '10.00', reason: 'Depósito' });
  await bruno.call.investment.create({ productId, amount: '10.00' });
  const done: string[] = [];
  const last = { name: 'last', run: async (_: unknown, day: string) => void done.push(day) };
  bank.registry.dailySteps = [...investmentDailySteps, last];
  for (const day of ['2026-06-08', '2026-06-09']) {
    bank.clock.set(`${day}T09:00:00-03:00`);
    await expect(runDueDays(bank)).rejects.toThrow('25 failed, the first:');
  }
  expect(done).toEqual(['2026-06-08', '2026-06-09']);
  const matured = await bank.db.select().from(investments).where(eq(investments.status, 'matured'));
  expect(matured.map(({ userId }) => userId)).toEqual([ana.user.id, bruno.user.id]);
  // Twenty a day.
  expect(bank.logged.filter((line) => line.includes('could not be paid'))).toHaveLength(40);
});
