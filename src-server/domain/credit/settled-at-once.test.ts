import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#domain/date';
import { datedSchedule } from './dated-schedule.ts';
import { dueToday, totalDueCents } from './due-today.ts';
import { creditIof } from './iof.ts';
import { DEFAULT_CREDIT_PARAMETERS } from './parameters.ts';

const { iof, late } = DEFAULT_CREDIT_PARAMETERS;

type Loan = { amountCents: number; termMonths: number; interestRate: string; on: string };

/** What is paid out more than the settlement on that day costs. */
function gainCents({ amountCents, termMonths, interestRate, on }: Loan): number {
  const { rows } = datedSchedule(amountCents, interestRate, termMonths, on);
  const netCents = amountCents - creditIof(rows, iof).totalCents;
  const owed = rows.map(({ paymentCents, ...row }) => ({ ...row, amountCents: paymentCents }));
  return netCents - totalDueCents(owed.map((one) => dueToday(one, { interestRate, late, on })));
}

const loan = fc.record({
  amountCents: fc.oneof(
    fc.integer({ min: 2_500, max: 50_000 }),
    fc.integer({ min: 2_500, max: 100_000_000 }),
  ),
  termMonths: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 36 })),
  interestRate: fc.oneof(fc.constantFrom(149, 1_500), fc.nat(1_500)).map((rate) => (rate / 100).toFixed(2)),
  on: fc.nat(365 * 4).map((days) => addDays('2026-01-01', days)),
});

test('a credit of R$ 25,00 and more at up to 15 % a month, settled on the day of its payout, costs no less than was paid out', () => {
  fc.assert(
    fc.property(loan, (one) => {
      expect(gainCents(one)).toBeLessThanOrEqual(0);
    }),
  );
});

test.each([
  ['above 15 % a month months of 31 days leave a little more', 100_000_000, 2, '20.00', 106_779],
  ['below R$ 25,00 the rounding of each instalment leaves more', 146, 360, '0.99', 68],
])(
  'what a credit settled on the day of its payout leaves (known limits): %s',
  (_, amountCents, termMonths, interestRate, left) => {
    expect(gainCents({ amountCents, termMonths, interestRate, on: '2026-07-01' })).toBe(left);
  },
);
