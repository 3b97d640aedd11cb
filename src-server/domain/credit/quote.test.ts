import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, keptAnalysisSchema } from './analysis.ts';
import { creditParametersSchema, DEFAULT_CREDIT_PARAMETERS } from './parameters.ts';
import { type QuoteRequest, quote, termsAt } from './quote.ts';
import { rateOf } from './terms.ts';
import { COLLATERAL_TYPES } from './words.ts';

const request = fc.record<QuoteRequest>({
  amountCents: fc.integer({ min: 1, max: 1_000_000_00 }),
  termMonths: fc.integer({ min: 1, max: 360 }),
  monthlyIncomeCents: fc.option(fc.integer({ min: 0, max: 50_000_00 })),
  collateral: fc.option(
    fc.record({
      type: fc.constantFrom(...COLLATERAL_TYPES),
      vehicleYear: fc.option(fc.integer({ min: 1990, max: 2026 })),
    }),
  ),
  referenceOn: fc.constantFrom('2026-11-23', '2028-02-29', '2026-12-31'),
  account: fc.option(
    fc.record({
      movementDays90: fc.nat(90),
      minBalance90Cents: fc.integer({ min: -1000, max: 10_000_00 }),
      avgBalance90Cents: fc.nat(20_000_00),
      isSalaryCredited: fc.boolean(),
      minMonthEnd3Cents: fc.nat(10_000_00),
    }),
  ),
  history: fc.record({
    dueInstalments: fc.nat(20),
    worstDaysLate24m: fc.nat(60),
    currentOverdueDays: fc.nat(60),
    openCollections: fc.nat(1),
    resolvedCollections24m: fc.nat(2),
    finishedOperations: fc.nat(2),
  }),
  ratingVb: fc.option(fc.nat(1000)),
  isCompany: fc.boolean(),
});

describe('a quote', () => {
  test('a quote has the rate of its risk level, adds up, and is reproduced from the kept analysis', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const quoted = quote(asked, DEFAULT_CREDIT_PARAMETERS);
        if (!quoted) return;
        const { analysis, interestRate, terms } = quoted;
        const type = asked.collateral?.type ?? null;
        expect(interestRate).toBe(rateOf(DEFAULT_CREDIT_PARAMETERS, analysis.result.level, type));
        expect(terms.rows.reduce((sum, row) => sum + row.principalCents, 0)).toBe(asked.amountCents);
        expect(terms.rows.every(({ paymentCents }) => paymentCents > 0)).toBe(true);
        expect(terms.netCents + terms.iof.totalCents).toBe(asked.amountCents);
        const { score, base, reasons, limitAdjustment, policyAdjustment } = analysis.result;
        const points = reasons.reduce((sum, reason) => sum + reason.points, 0);
        expect(base + points + limitAdjustment + policyAdjustment).toBe(score);
        const stored = JSON.parse(JSON.stringify({ ...analysis, contract: null }));
        const { contract, ...kept } = keptAnalysisSchema.parse(stored);
        expect(contract).toBeNull();
        expect(analyse(kept)).toEqual(analysis);
      }),
      { numRuns: 150 },
    );
  });

  test('a loan too small for its number of instalments gets no quote', () => {
    const asked = { termMonths: 12, referenceOn: '2026-11-23' };
    expect(termsAt({ ...asked, amountCents: 6 }, '2.00', DEFAULT_CREDIT_PARAMETERS)).toBeNull();
    expect(termsAt({ ...asked, amountCents: 100 }, '2.00', DEFAULT_CREDIT_PARAMETERS)).not.toBeNull();
  });
});

describe('the parameters', () => {
  test('the highest allowed credit parameters still leave a positive payout', () => {
    const { iof } = creditParametersSchema.parse({
      ...DEFAULT_CREDIT_PARAMETERS,
      iof: { dailyPercent: '0.2', additionalPercent: '10' },
    });
    for (const termMonths of [1, 12, 360]) {
      const asked = { amountCents: 100_000, termMonths, referenceOn: '2026-11-23' };
      expect(termsAt(asked, '20.00', { iof })?.netCents).toBeGreaterThan(0);
    }
    const beyond = { ...DEFAULT_CREDIT_PARAMETERS, iof: { dailyPercent: '0.2001', additionalPercent: '0' } };
    expect(creditParametersSchema.safeParse(beyond).success).toBe(false);
  });

  test('the default credit parameters are valid, and no rate value makes validation throw', () => {
    expect(creditParametersSchema.parse(DEFAULT_CREDIT_PARAMETERS)).toEqual(DEFAULT_CREDIT_PARAMETERS);
    expect(DEFAULT_CREDIT_PARAMETERS).toMatchObject({
      rates: { muito_baixo: '1.49', muito_alto: '4.99' },
      discounts: { moto: '0.30', carro: '0.50', casa: '0.80' },
      iof: { dailyPercent: '0.0082', additionalPercent: '0.38' },
      late: { finePercent: '2.00', monthlyInterestPercent: '1.00' },
    });
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (rate, discount) => {
        const { rates, discounts } = DEFAULT_CREDIT_PARAMETERS;
        creditParametersSchema.safeParse({
          ...DEFAULT_CREDIT_PARAMETERS,
          rates: { ...rates, baixo: rate },
          discounts: { ...discounts, casa: discount },
        });
      }),
    );
  });
});
