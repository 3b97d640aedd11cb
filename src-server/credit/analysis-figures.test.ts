import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { formatShare, incomeShare } from '#domain/credit/income-share';
import { formatBrl, parseDecimal } from '#domain/money';
import type { ProposalAnswer } from './shapes.ts';
import { test } from './testing/credit-test.ts';
import { CAR } from './testing/scene.ts';

function commitmentIn({ monthlyPayment, explanation }: ProposalAnswer): string {
  const share = incomeShare(monthlyPayment, explanation.monthlyIncome ?? '');
  if (share === null) throw new Error('the analysis counted no income');
  return `A parcela de ${formatBrl(parseDecimal(monthlyPayment) ?? 0)} compromete ${formatShare(share)} `;
}

test('the text of an analysis names the instalment of the proposal, also after an approval at another rate', async ({
  admin,
  propose,
}) => {
  const asked = await propose(CAR);
  expect(asked.interestRate).toBe('1.49');
  expect(asked.aiRiskAnalysis).toContain(commitmentIn(asked));
  expect(asked.aiRiskAnalysis).toContain('à taxa de referência de 1,99% ao mês, em que a parcela seria de ');
  expect(asked.explanation.comparisonRate).toBe('1.99');
  const approved = await admin.call.credit.proposals.approve({ id: asked.id, interestRate: '2.60' });
  expect(approved.monthlyPayment).not.toBe(asked.monthlyPayment);
  expect(approved.aiRiskAnalysis).toContain(commitmentIn(approved));
  expect(approved.explanation).toEqual({
    ...asked.explanation,
    probability: approved.explanation.probability,
  });
});

test('an analysis and its text count the same income, not one that was raised just now', async ({
  bank,
  ana,
  propose,
}) => {
  const before = await propose();
  const { users } = bank.db.tables;
  const raised = { monthlyIncomeCents: 90_000_00, incomeBeforeCents: 5_000_00, incomeRaisedOn: '2026-11-20' };
  await bank.db.transaction((tx) => tx.update(users).set(raised).where(eq(users.id, ana.user.id)));
  const after = await propose();
  expect(after.explanation.monthlyIncome).toBe('5000.00');
  expect(after.aiRiskAnalysis).toContain(commitmentIn(after));
  expect(commitmentIn(after)).toBe(commitmentIn(before));
});
