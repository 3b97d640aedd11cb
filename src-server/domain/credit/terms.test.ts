import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/date';
import { parseDecimal } from '#domain/money';
import cetVectors from '../vectors/credit-cet.json' with { type: 'json' };
import iofVectors from '../vectors/credit-iof-cet.json' with { type: 'json' };
import lateVectors from '../vectors/credit-late.json' with { type: 'json' };
import settlementVectors from '../vectors/credit-settlement.json' with { type: 'json' };
import { cet } from './cet.ts';
import { type DatedInstalment, type DatedSchedule, datedSchedule } from './dated-schedule.ts';
import { type CreditIof, creditIof } from './iof.ts';
import { daysLate, lateCharge } from './late.ts';
import { presentValueCents } from './settlement.ts';

const cents = (text: string): number => parseDecimal(text) ?? Number.NaN;
const percent = (fraction: string): string => String(Number((Number(fraction) * 100).toFixed(6)));
const flows = (rows: readonly DatedInstalment[]) =>
  rows.map((row) => ({ amountCents: row.paymentCents, years: row.daysFromPayout / 365 }));

/** These vectors finance the IOF: the principal is P = net + IOF(P). The bank withholds it instead. */
function financedSchedule(
  netCents: number,
  monthlyRatePercent: string,
  termMonths: number,
  payoutOn: string,
): DatedSchedule & { principalCents: number; iof: CreditIof } {
  let principalCents = netCents;
  for (;;) {
    const schedule = datedSchedule(principalCents, monthlyRatePercent, termMonths, payoutOn);
    const iof = creditIof(schedule.rows);
    const missingCents = netCents + iof.totalCents - principalCents;
    if (missingCents <= 0) return { ...schedule, principalCents, iof };
    principalCents += missingCents;
  }
}

describe('IOF and CET', () => {
  for (const { input, expected } of iofVectors) {
    test(`IOF and CET of ${input.principal ?? `${input.netRequested} net`} at ${percent(input.monthlyRate)} % a month over ${input.n} months match the vector`, () => {
      const rate = percent(input.monthlyRate);
      if (input.netRequested) {
        const found = financedSchedule(cents(input.netRequested), rate, input.n, input.disbursement);
        expect(Math.abs(found.principalCents - cents(expected.financedPrincipal ?? ''))).toBeLessThanOrEqual(
          1,
        );
        expect(found.principalCents - found.iof.totalCents).toBe(cents(expected.net ?? ''));
        expect(found.instalmentCents).toBe(cents(expected.pmt));
        const { dailyCents, additionalCents, totalCents } = found.iof;
        const { daily, additional, total } = expected.iof;
        expect(Math.abs(dailyCents - cents(daily))).toBeLessThanOrEqual(1);
        expect(Math.abs(additionalCents - cents(additional))).toBeLessThanOrEqual(1);
        expect(Math.abs(totalCents - cents(total))).toBeLessThanOrEqual(1);
        return;
      }
      const principalCents = cents(input.principal ?? '');
      const schedule = datedSchedule(principalCents, rate, input.n, input.disbursement);
      const iof = creditIof(schedule.rows);
      expect(schedule.instalmentCents).toBe(cents(expected.pmt));
      expect(schedule.rows.map((row) => row.daysFromPayout)).toEqual(expected.days);
      expect(iof).toEqual({
        dailyCents: cents(expected.iof.daily),
        additionalCents: cents(expected.iof.additional),
        totalCents: cents(expected.iof.total),
      });
      const netCents = principalCents - iof.totalCents - cents(input.feeUpFront ?? '0.00');
      expect(netCents).toBe(cents(expected.netDisbursed ?? ''));
      expect(cet(netCents, flows(schedule.rows)).annualPercent).toBe(expected.cetAnnualPct);
    });
  }

  for (const { input, expected } of cetVectors) {
    test(`the CET of the central bank's own example is ${expected.cetAnnualPct} % a year`, () => {
      const payments = input.payments.map(({ afterMonths, amount }) => ({
        amountCents: cents(amount),
        years: afterMonths / 12,
      }));
      expect(cet(cents(input.fc0), payments)).toEqual({
        annualPercent: expected.cetAnnualPct,
        monthlyPercent: expected.cetMonthlyPct,
      });
    });
  }
});

describe('paying late and early', () => {
  for (const { input, expected } of lateVectors) {
    test(`an instalment of ${input.instalment} paid ${input.daysLate} days late costs ${expected.fine} of fine and ${expected.mora} of interest`, () => {
      expect(lateCharge(cents(input.instalment), input.daysLate)).toEqual({
        fineCents: cents(expected.fine),
        interestCents: cents(expected.mora),
      });
    });
  }

  for (const { input, expected } of settlementVectors) {
    test(`the last ${input.remaining} instalments paid on a due date cost their present value`, () => {
      const paid = Array.from({ length: input.remaining }, (_, month) =>
        presentValueCents(cents(input.pmt), percent(input.monthlyRate), (month + 1) * 30),
      ).reduce((sum, value) => sum + value, 0);
      // The vector rounds the sum, the bank each instalment.
      expect(Math.abs(paid - cents(expected.presentValue))).toBeLessThanOrEqual(input.remaining / 2);
      const discount = input.remaining * cents(input.pmt) - paid;
      expect(Math.abs(discount - cents(expected.discount))).toBeLessThanOrEqual(input.remaining / 2);
    });
  }

  test('an instalment due on a weekend is on time on Monday, and later is late since the due date', () => {
    expect(daysLate('2026-11-21', '2026-11-23')).toBe(0);
    expect(daysLate('2026-11-21', '2026-11-24')).toBe(3);
    expect(daysLate('2026-11-24', '2026-11-25')).toBe(1);
    expect(daysLate('2026-11-24', '2026-11-20')).toBe(0);
  });
});

describe('properties of any loan', () => {
  const loan = fc.record({
    principalCents: fc.integer({ min: 1_000_00, max: 1_000_000_00 }),
    ratePercent: fc.integer({ min: 1, max: 2000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    termMonths: fc.integer({ min: 1, max: 360 }),
    payoutOn: fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2026-01-01', days)),
  });

  test('the principal parts of a schedule add up to the loan, and the CET is at least the rate', () => {
    fc.assert(
      fc.property(loan, ({ principalCents, ratePercent, termMonths, payoutOn }) => {
        const { rows, totalCents } = datedSchedule(principalCents, ratePercent, termMonths, payoutOn);
        expect(rows.reduce((sum, row) => sum + row.principalCents, 0)).toBe(principalCents);
        expect(rows.reduce((sum, row) => sum + row.paymentCents, 0)).toBe(totalCents);
        // No loan if rounding leaves no principal to repay (see `termsAt`).
        fc.pre(rows.every((row) => row.principalCents >= 0));
        const received = principalCents - creditIof(rows).totalCents;
        const { annualPercent, monthlyPercent } = cet(received, flows(rows));
        expect(Number(monthlyPercent)).toBeGreaterThanOrEqual(Number(ratePercent));
        const yearly = ((1 + Number(ratePercent) / 100) ** 12 - 1) * 100;
        expect(Number(annualPercent)).toBeGreaterThanOrEqual(Number(yearly.toFixed(2)));
      }),
      { numRuns: 60 },
    );
  });

  test('paying an instalment earlier never costs more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(3000), fc.nat(3000), (amount, one, other) => {
        const [sooner, later] = [Math.max(one, other), Math.min(one, other)];
        const early = presentValueCents(amount, '2.49', sooner);
        expect(early).toBeLessThanOrEqual(presentValueCents(amount, '2.49', later));
        expect(early).toBeLessThanOrEqual(amount);
      }),
    );
  });
});
