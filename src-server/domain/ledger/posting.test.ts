import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_CENTS } from '#domain/money';
import { assertBalanced, movedCents, type PostingEntry, reversed, sumOfCents } from './posting.ts';

const of = (...amounts: number[]): PostingEntry[] =>
  amounts.map((amountCents, index) => ({ accountId: `account ${index}`, amountCents }));

test('two or more entries that sum to zero make a posting', () => {
  for (const entries of [of(-1, 1), of(-300, 100, 200), of(MAX_AMOUNT_CENTS, -MAX_AMOUNT_CENTS)]) {
    expect(() => assertBalanced(entries)).not.toThrow();
  }
  expect(movedCents(of(-300, 100, 200))).toBe(300);
});

test.each([
  ['no entries', []],
  ['one entry', of(5)],
  ['a sum above zero', of(-1, 2)],
  ['zero amounts', of(0, 0)],
  ['half a cent', of(-0.5, 0.5)],
  ['an amount that is not a number', of(Number.NaN, Number.NaN)],
  ['infinite amounts', of(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)],
  ['amounts beyond the exact integer range', of(2 ** 53, -(2 ** 53))],
  ['an amount above the largest allowed', of(MAX_AMOUNT_CENTS + 1, -MAX_AMOUNT_CENTS - 1)],
  [
    'the same account twice',
    [...of(-1, 1), { accountId: 'account 0', amountCents: 1 }, { accountId: 'x', amountCents: -1 }],
  ],
])('a posting with %s is refused', (_what, entries) => {
  expect(() => assertBalanced(entries)).toThrow();
});

test('an invalid posting throws an error that names its fault', () => {
  expect(() => assertBalanced(of(5))).toThrow('a transaction has at least two entries');
  expect(() => assertBalanced(of(-1, 2))).toThrow('the entries sum to 1, not to zero');
});

test('entries are summed, and reversed entries have the opposite amounts', () => {
  expect(sumOfCents(of(-300, 100, 250))).toBe(50);
  expect(sumOfCents([])).toBe(0);
  expect(reversed(of(-300, 100, 200))).toEqual(of(300, -100, -200));
});

test('a reversed posting is balanced, and reversing it twice gives the original', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: MAX_AMOUNT_CENTS / 100 }), { minLength: 1, maxLength: 8 }),
      (credits) => {
        const entries = of(...credits, -credits.reduce((sum, credit) => sum + credit, 0));
        assertBalanced(reversed(entries));
        expect(movedCents(reversed(entries))).toBe(movedCents(entries));
        expect(reversed(reversed(entries))).toEqual(entries);
      },
    ),
  );
});
