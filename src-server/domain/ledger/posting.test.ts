import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_CENTS } from '#domain/money';
import { assertBalanced, movedCents, type PostingEntry, reversed } from './posting.ts';

const of = (...amounts: number[]): PostingEntry[] =>
  amounts.map((amountCents, index) => ({ accountId: `account ${index}`, amountCents }));

test('two or more entries that sum to zero are a posting', () => {
  for (const entries of [of(-1, 1), of(-300, 100, 200), of(MAX_AMOUNT_CENTS, -MAX_AMOUNT_CENTS)]) {
    expect(() => assertBalanced(entries)).not.toThrow();
  }
  expect(movedCents(of(-300, 100, 200))).toBe(300);
});

test.each([
  ['nothing', []],
  ['one entry', of(5)],
  ['a sum above zero', of(-1, 2)],
  ['a zero', of(0, 0)],
  ['half a cent', of(-0.5, 0.5)],
  ['no number', of(Number.NaN, Number.NaN)],
  ['infinity', of(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)],
  ['beyond the exact range', of(2 ** 53, -(2 ** 53))],
  ['above the largest amount', of(MAX_AMOUNT_CENTS + 1, -MAX_AMOUNT_CENTS - 1)],
  [
    'an account twice',
    [...of(-1, 1), { accountId: 'account 0', amountCents: 1 }, { accountId: 'x', amountCents: -1 }],
  ],
])('%s is not a posting', (_what, entries) => {
  expect(() => assertBalanced(entries)).toThrow();
});

test('what is reversed is balanced again, and twice reversed it is itself', () => {
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
