import { describe, expect, test } from 'vitest';
import { parseDecimal } from '#domain/money';
import iofVectors from '../vectors/credit-iof-cet.json' with { type: 'json' };
import { DEFAULT_CREDIT_PARAMETERS } from './parameters.ts';
import { savedCents } from './payment-today.ts';
import { totalInterestCents } from './pricing.ts';
import { type QuoteRequest, quote, termsAt } from './quote.ts';
import { loanTerms, rateOf } from './terms.ts';

const cents = (text: string | undefined): number => parseDecimal(text ?? '') ?? Number.NaN;
const { rates, discounts, iof } = DEFAULT_CREDIT_PARAMETERS;

describe('the rate of a credit', () => {
  test.each([
    ['moderado', null, '2.49'],
    ['moderado', 'moto', '2.19'],
    ['moderado', 'carro', '1.99'],
    ['muito_alto', 'casa', '4.19'],
    ['muito_baixo', 'casa', '0.69'],
  ] as const)('the rate of the risk %s with the collateral %s is %s', (level, collateral, rate) => {
    expect(rateOf(DEFAULT_CREDIT_PARAMETERS, level, collateral)).toBe(rate);
  });

  test('a rate is never below zero, and has two decimals', () => {
    const cheap = { rates: { ...rates, baixo: '0.5' }, discounts };
    expect(rateOf(cheap, 'baixo', 'carro')).toBe('0.00');
    expect(rateOf(cheap, 'baixo', 'casa')).toBe('0.00');
    expect(rateOf(cheap, 'baixo', null)).toBe('0.50');
  });
});

describe('the terms of a loan', () => {
  for (const { input, expected } of iofVectors.filter(
    ({ input: { principal, feeUpFront } }) => principal && !Number(feeUpFront ?? 0),
  ))
    test(`${input.principal} over ${input.n} months pay out ${expected.netDisbursed} at a CET of ${expected.cetAnnualPct} % a year`, () => {
      const interestRate = String(Number((Number(input.monthlyRate) * 100).toFixed(6)));
      const loan = { amountCents: cents(input.principal), termMonths: input.n, interestRate };
      const terms = loanTerms({ ...loan, payoutOn: input.disbursement }, iof);
      expect(terms.netCents).toBe(cents(expected.netDisbursed));
      expect(terms.cet.annualPercent).toBe(expected.cetAnnualPct);
      expect(totalInterestCents(terms.rows)).toBe(terms.totalCents - loan.amountCents);
    });
});

describe('a quote of a known customer', () => {
  const asked: QuoteRequest = {
    amountCents: 10_000_00,
    termMonths: 12,
    monthlyIncomeCents: 10_000_00,
    collateral: null,
    referenceOn: '2026-11-23',
    account: null,
    history: {
      dueInstalments: 0,
      worstDaysLate24m: 0,
      currentOverdueDays: 0,
      openCollections: 0,
      resolvedCollections24m: 0,
      finishedOperations: 0,
    },
    ratingVb: null,
    isCompany: false,
  };

  test.each([
    [null, '2.49', 'moderado', '2.49'],
    [{ type: 'carro', vehicleYear: 2024 }, '1.99', 'baixo', '1.49'],
  ] as const)(
    'a quote with the collateral %j is compared at %s and has the rate of its own risk',
    (collateral, comparison, level, rate) => {
      const found = quote({ ...asked, collateral }, DEFAULT_CREDIT_PARAMETERS);
      expect(found?.analysis.comparisonRate).toBe(comparison);
      expect(found?.analysis.result.level).toBe(level);
      expect(found?.interestRate).toBe(rate);
      expect(found?.terms).toEqual(termsAt(asked, rate, DEFAULT_CREDIT_PARAMETERS));
    },
  );
});

test('the saved amount counts payments below the agreed amounts; late and full payments save nothing', () => {
  const paid = (paidAmount: string | null) => ({ amount: '100.00', paidAmount });
  expect(savedCents([paid('99.99'), paid('80.00'), paid('105.00'), paid('100.00'), paid(null)])).toBe(20_01);
  expect(savedCents([])).toBe(0);
});
