import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal, toDecimal } from '#domain/money';
import vectors from '../vectors/credit-price.json';
import { priceInstalment, priceSchedule } from './price.ts';

type Row = { k: number; payment: string; interest: string; principal: string; balance: string };
type Vector = {
  input: { principal: string; n: number } & ({ monthlyRate: string } | { annualRate: string });
  expected: { pmt: string; total?: string; firstRow?: Row; lastRow?: Row; rows?: Row[] };
};

const Precise = Decimal.clone({ precision: 40 });

/** Percent a month; the vectors have fractions: '0.0349' → '3.49'. */
const percentOf = (input: Vector['input']): string =>
  'monthlyRate' in input
    ? new Precise(input.monthlyRate).mul(100).toString()
    : new Precise(input.annualRate).add(1).pow(new Precise(1).div(12)).sub(1).mul(100).toFixed();

describe('the Price table', () => {
  test.each(vectors as Vector[])(
    'a Price loan of $input.principal in $input.n instalments costs $expected.pmt a month',
    ({ input, expected }) => {
      const schedule = priceSchedule(parseDecimal(input.principal) ?? 0, percentOf(input), input.n);
      const rows = schedule.rows.map((row) => ({
        k: row.number,
        payment: toDecimal(row.paymentCents),
        interest: toDecimal(row.interestCents),
        principal: toDecimal(row.principalCents),
        balance: toDecimal(row.balanceCents),
      }));
      expect(toDecimal(schedule.instalmentCents)).toBe(expected.pmt);
      if (expected.total === undefined) return;
      expect(toDecimal(schedule.totalCents)).toBe(expected.total);
      expect(rows[0]).toEqual(expected.firstRow);
      expect(rows.at(-1)).toEqual(expected.lastRow);
      if (expected.rows) expect(rows).toEqual(expected.rows);
    },
  );

  test('the Price table rounds exactly half a cent up, in the interest and in the instalment', () => {
    // 2.49 % of 50.00 is 1.245; of the remaining 25.31 it is 0.63.
    const [first] = priceSchedule(5_000, '2.49', 2).rows;
    expect(first).toMatchObject({ interestCents: 125, paymentCents: 2_594, principalCents: 2_469 });
    // 50.00 plus a month's interest is 51.245; half of 0.05 is 0.025.
    expect(priceInstalment(5_000, '2.49', 1)).toBe(5_125);
    expect(priceInstalment(5, '0', 2)).toBe(3);
  });

  test('a Price schedule pays back exactly the principal, whatever the amount, rate and term', () => {
    const amount = fc.integer({ min: 1, max: 100_000_000 });
    const rate = fc.integer({ min: 0, max: 2000 }).map((hundredths) => (hundredths / 100).toFixed(2));
    fc.assert(
      fc.property(
        amount,
        rate,
        fc.integer({ min: 1, max: 360 }),
        (principalCents, ratePercent, termMonths) => {
          const { rows, totalCents } = priceSchedule(principalCents, ratePercent, termMonths);
          expect(rows).toHaveLength(termMonths);
          expect(rows.reduce((sum, row) => sum + row.principalCents, 0)).toBe(principalCents);
          expect(rows.reduce((sum, row) => sum + row.paymentCents, 0)).toBe(totalCents);
          expect(rows.at(-1)?.balanceCents).toBe(0);
          expect(rows.every((row) => Number.isSafeInteger(row.paymentCents))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
