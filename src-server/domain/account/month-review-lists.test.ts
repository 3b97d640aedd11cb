import { expect, test } from 'vitest';
import type { ReviewLine } from './month-review.ts';
import { reviewMonth } from './month-review.ts';

const MARCH = { month: '2026-03', openingCents: 0, untilOn: '2026-03-02' };

const line = (amountCents: number, more: Partial<ReviewLine> = {}): ReviewLine => ({
  transactionId: `of ${amountCents}`,
  type: 'transfer',
  kind: 'transfer',
  description: 'Movimento',
  amountCents,
  balanceAfterCents: 0,
  createdAt: new Date('2026-03-01T12:00:00-03:00'),
  counterparty: null,
  ...more,
});

const from = (amountCents: number, name: string): ReviewLine =>
  line(amountCents, { counterparty: { name, document: '***.159.265-**' } });

test('a month review lists the five largest movements, whichever their direction, largest first', () => {
  const { largest } = reviewMonth(
    [30, -60, 10, -50, 20, 40].map((cents) => line(cents)),
    MARCH,
  );
  expect(largest.map(({ amountCents }) => amountCents)).toEqual([-60, -50, 40, 30, 20]);
});

test('a month review lists the five people who were paid most and the five who paid most', () => {
  const names = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio'];
  const paid = names.map((name, index) => from(-(index + 1), name));
  const received = names.map((name, index) => from(10 * (index + 1), name));
  const review = reviewMonth([...paid, ...received], MARCH);
  expect(review.paidTo.map(({ name, amountCents }) => [name, amountCents])).toEqual([
    ['Fábio', 6],
    ['Eva', 5],
    ['Davi', 4],
    ['Caio', 3],
    ['Bia', 2],
  ]);
  expect(review.receivedFrom.map(({ name }) => name)).toEqual(['Fábio', 'Eva', 'Davi', 'Caio', 'Bia']);
});

test('a month review lists the kinds of movement from the largest sum to the smallest', () => {
  const { kinds } = reviewMonth(
    [line(-1), line(1), line(20, { kind: 'pix' }), line(-3, { kind: 'credit' })],
    MARCH,
  );
  expect(kinds).toEqual([
    { kind: 'pix', isDebit: false, amountCents: 20, count: 1 },
    { kind: 'credit', isDebit: true, amountCents: 3, count: 1 },
    { kind: 'transfer', isDebit: true, amountCents: 1, count: 1 },
    { kind: 'transfer', isDebit: false, amountCents: 1, count: 1 },
  ]);
});

test('a received cent is income, and a refunded fee is no cost', () => {
  const review = reviewMonth([line(1, { type: 'fee' }), line(-1, { type: 'fee' })], MARCH);
  expect([review.incomeCents, review.expenseCents, review.costsCents]).toEqual([1, 1, 1]);
  expect(review.costs).toEqual([{ reason: 'fee', amountCents: 1, count: 1 }]);
});

test('a month review made from sums counts the summed lines, and takes largest movements and balances from the caller', () => {
  const review = reviewMonth(
    [
      { ...from(-900, 'Ana'), count: 3 },
      line(-40, { type: 'fee', kind: 'credit', count: 2 }),
      line(-2, { type: 'interest', kind: 'boleto', count: 7 }),
    ],
    { ...MARCH, unsummed: { largest: [line(-100), line(-500)], balanceOn: (day) => Number(day.slice(8)) } },
  );
  expect(review.kinds.map(({ count }) => count)).toEqual([3, 2, 7]);
  expect(review.costs).toEqual([
    { reason: 'late', amountCents: 2, count: 7 },
    { reason: 'fee', amountCents: 40, count: 2 },
  ]);
  expect(review.paidTo).toMatchObject([{ amountCents: 900, count: 3 }]);
  expect(review.largest.map(({ amountCents }) => amountCents)).toEqual([-500, -100]);
  expect(review.days).toEqual([
    { day: '2026-03-01', balanceCents: 1 },
    { day: '2026-03-02', balanceCents: 2 },
  ]);
});
