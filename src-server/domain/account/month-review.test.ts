import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReviewLine, reviewMonth } from './month-review.ts';

const BRUNO = { name: 'Bruno Reis', document: '***.159.265-**' };
const line = (day: string, amountCents: number, more: Partial<ReviewLine> = {}): ReviewLine => ({
  transactionId: `${day} ${amountCents}`,
  type: 'transfer',
  kind: 'transfer',
  description: 'Movimento',
  amountCents,
  balanceAfterCents: 0,
  createdAt: new Date(`${day}T12:00:00-03:00`),
  counterparty: null,
  ...more,
});

test('a month review sums up kinds, people, costs and daily balances', () => {
  const review = reviewMonth(
    [
      line('2026-03-02', 500_00, { type: 'deposit', kind: 'adjustment' }),
      line('2026-03-03', -120_00, { counterparty: BRUNO }),
      line('2026-03-03', -30_00, { counterparty: BRUNO }),
      line('2026-03-04', -2_00, { type: 'fee', description: 'Multa por atraso, parcela 2 de 6' }),
      line('2026-03-04', -1_50, { type: 'interest' }),
      line('2026-03-05', 10_00, { type: 'interest' }),
    ],
    { month: '2026-03', openingCents: 100_00, untilOn: '2026-03-05' },
  );
  expect([review.incomeCents, review.expenseCents, review.costsCents]).toEqual([510_00, 153_50, 3_50]);
  expect(review.costs).toEqual([{ reason: 'late', amountCents: 3_50, count: 2 }]);
  expect(review.kinds.slice(0, 2)).toEqual([
    { kind: 'adjustment', isDebit: false, amountCents: 500_00, count: 1 },
    { kind: 'transfer', isDebit: true, amountCents: 153_50, count: 4 },
  ]);
  expect(review.paidTo).toEqual([{ ...BRUNO, amountCents: 150_00, count: 2 }]);
  expect(review.receivedFrom).toEqual([]);
  expect(review.days.map(({ balanceCents }) => balanceCents)).toEqual([
    100_00, 600_00, 450_00, 446_50, 456_50,
  ]);
});

test('a month review tells own moves, loans and reversals apart, and counts them nowhere else', () => {
  const review = reviewMonth(
    [
      line('2026-03-02', 100_00),
      line('2026-03-03', -40_00, { kind: 'own', flow: 'own' }),
      line('2026-03-03', 40_00, { kind: 'own', flow: 'own' }),
      line('2026-03-04', 900_00, { type: 'credit_disbursement', kind: 'credit', flow: 'loan' }),
      line('2026-03-05', -7_00, { flow: 'undone' }),
      line('2026-03-07', 2_00, { type: 'reversal', flow: 'undone' }),
    ],
    { month: '2026-03', openingCents: 0, untilOn: '2026-03-07' },
  );
  expect([review.incomeCents, review.expenseCents]).toEqual([100_00, 0]);
  expect(review.kinds).toEqual([{ kind: 'transfer', isDebit: false, amountCents: 100_00, count: 1 }]);
  expect(review.largest).toHaveLength(1);
  expect(review.neutral).toEqual([
    { flow: 'own', amountCents: 40_00, count: 1 },
    { flow: 'loan', amountCents: 900_00, count: 1 },
    { flow: 'undone', amountCents: 9_00, count: 2 },
  ]);
});

test('a month review separates the tax of a credit from other fees', () => {
  const fee = (amountCents: number, description: string) =>
    line('2026-03-04', amountCents, { type: 'fee', description });
  const { costs, costsCents } = reviewMonth(
    [fee(-12_00, 'IOF do crédito: Reforma'), fee(-3_00, 'Segunda via'), fee(2_00, 'Estorno de tarifa')],
    { month: '2026-03', openingCents: 100_00, untilOn: '2026-03-05' },
  );
  expect(costs).toEqual([
    { reason: 'tax', amountCents: 12_00, count: 1 },
    { reason: 'fee', amountCents: 3_00, count: 1 },
  ]);
  expect(costsCents).toBe(15_00);
});

test('the last balance of a month is opening balance plus income minus expenses', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -1e6, max: 1e6 }).filter(Boolean)),
      ),
      fc.integer({ min: 0, max: 1e7 }),
      (moves, openingCents) => {
        const lines = moves.map(([day, cents]) => line(`2026-03-${String(day).padStart(2, '0')}`, cents));
        const review = reviewMonth(lines, { month: '2026-03', openingCents, untilOn: '2026-04-20' });
        expect(review.days).toHaveLength(31);
        expect(review.days.at(-1)?.balanceCents).toBe(
          openingCents + review.incomeCents - review.expenseCents,
        );
        expect(review.kinds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
          review.incomeCents + review.expenseCents,
        );
      },
    ),
  );
});
