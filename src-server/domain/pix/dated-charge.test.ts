import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '#domain/calendar';
import { addDays } from '#domain/date';
import { refusalsOf } from '#domain/testing/refusals';
import vectors from '../vectors/pix-dated-charge.json' with { type: 'json' };
import { amountsOn, type DatedCharge, lastDayOf } from './dated-charge.ts';
import { datedChargeSchema } from './dated-charge-schema.ts';

describe('a dated charge costs what the rules of the API Pix say:', () => {
  for (const { title, charge, on, expected } of vectors)
    test(title, () => expect(amountsOn(charge as DatedCharge, on)).toEqual(expected));

  // bacen/pix-api@1f1b568 openapi.yaml, "Exemplo de payload de cobrança com vencimento 1".
  test('the amounts of the published payload add up to its final amount', () => {
    const published = { originalCents: 12_345, fineCents: 1_500, interestCents: 200, totalCents: 14_045 };
    const charge: DatedCharge = {
      originalCents: 12_345,
      dueOn: '2020-12-31',
      validDays: 30,
      fine: { mode: 1, value: '15.00' },
      interest: { mode: 1, value: '0.50' },
    };
    expect(amountsOn(charge, '2021-01-04')).toMatchObject(published);
  });
});

/** The published examples A to G of validadeAposVencimento: the last day that is accepted. */
test.each([
  ['A', '2020-10-20', 4, '2020-10-26'],
  ['B', '2020-12-25', 0, '2020-12-28'],
  ['C', '2020-12-25', 1, '2020-12-29'],
  ['D', '2020-12-25', 3, '2020-12-31'],
  ['E', '2020-12-25', 4, '2021-01-04'],
  ['F', '2021-08-27', 5, '2021-09-01'],
  ['G', '2021-08-28', 5, '2021-09-06'],
])(
  'example %s of the API Pix: due on %s and valid %i days more, a charge can be paid until %s',
  (_, dueOn, validDays, last) => expect(lastDayOf({ dueOn, validDays })).toBe(last),
);

describe('any dated charge', () => {
  const value = fc.integer({ min: 1, max: 9_999 }).map((hundredths) => (hundredths / 100).toFixed(2));
  const rated = <Mode extends number>(...modes: Mode[]) =>
    fc.option(fc.record({ mode: fc.constantFrom(...modes), value }), { nil: undefined });
  const charges = fc.record({
    originalCents: fc.integer({ min: 10_000, max: 100_000_000 }),
    dueOn: fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2020-01-01', days)),
    validDays: fc.integer({ min: 0, max: 90 }),
    fine: rated(1, 2),
    interest: rated(1, 2, 3, 4, 5, 6, 7, 8),
    rebate: rated(1, 2),
    discount: rated(3, 4, 5, 6),
  });
  const days = fc.integer({ min: -60, max: 120 });

  test('adds up, takes no discount when late and no fine or interest in time, and never costs less than nothing', () => {
    fc.assert(
      fc.property(charges, days, (charge, after) => {
        const day = addDays(charge.dueOn, after);
        const { originalCents, rebateCents, discountCents, fineCents, interestCents, totalCents } = amountsOn(
          charge,
          day,
        );
        expect(totalCents).toBe(originalCents - rebateCents - discountCents + fineCents + interestCents);
        expect(totalCents).toBeGreaterThanOrEqual(0);
        expect(discountCents === 0 || fineCents + interestCents === 0).toBe(true);
        if (after <= 0) expect(fineCents + interestCents).toBe(0);
      }),
    );
  });

  test('costs no less on a later day', () => {
    fc.assert(
      fc.property(charges, days, (charge, after) => {
        const day = addDays(charge.dueOn, after);
        expect(amountsOn(charge, addDays(day, 1)).totalCents).toBeGreaterThanOrEqual(
          amountsOn(charge, day).totalCents,
        );
      }),
    );
  });

  test('can last be paid on a business day, not before its due date', () => {
    fc.assert(
      fc.property(charges, (charge) => {
        const last = lastDayOf(charge);
        expect(isBusinessDay(last) && last >= charge.dueOn).toBe(true);
      }),
    );
  });
});

describe('a dated charge as the API Pix accepts it', () => {
  const charge = { original: '123.45', dueOn: '2026-03-10', validDays: 10 };
  const until = (...limits: [on: string, value: string][]) => ({
    mode: 1,
    until: limits.map(([on, value]) => ({ on, value })),
  });

  test('a whole dated charge is accepted', () => {
    const terms = {
      fine: { mode: 2, value: '2.00' },
      interest: { mode: 3, value: '1.00' },
      rebate: { mode: 1, value: '3.45' },
      discount: until(['2026-03-01', '10.00'], ['2026-03-10', '5.00']),
    };
    expect(datedChargeSchema.parse({ ...charge, ...terms })).toEqual({
      originalCents: 12_345,
      dueOn: '2026-03-10',
      validDays: 10,
      ...terms,
    });
    expect(datedChargeSchema.parse({ original: '1.00', dueOn: '2026-03-10' })).toMatchObject({
      validDays: 30,
    });
  });

  test.each([
    ['an amount of nothing', { original: '0.00' }, 'original'],
    ['no due date', { dueOn: '2026-02-30' }, 'dueOn'],
    ['a validity below zero', { validDays: -1 }, 'validDays'],
    ['a fine of an unknown mode', { fine: { mode: 3, value: '1.00' } }, 'fine.mode'],
    ['interest of an unknown mode', { interest: { mode: 9, value: '1.00' } }, 'interest.mode'],
    ['a value without decimals', { fine: { mode: 1, value: '1' } }, 'fine.value'],
    ['a value of three decimals', { fine: { mode: 1, value: '1.000' } }, 'fine.value'],
    ['a value below zero', { fine: { mode: 1, value: '-1.00' } }, 'fine.value'],
    ['a rebate of the whole amount', { rebate: { mode: 1, value: '123.45' } }, 'rebate'],
    ['a rebate of 100 %', { rebate: { mode: 2, value: '100.00' } }, 'rebate'],
    ['a discount of the whole amount', { discount: until(['2026-03-01', '123.45']) }, 'discount'],
    ['a discount of 100 % a day', { discount: { mode: 5, value: '100.00' } }, 'discount'],
    ['a discount after the due date', { discount: until(['2026-03-11', '1.00']) }, 'discount'],
    [
      'two discounts until one day',
      { discount: until(['2026-03-01', '1.00'], ['2026-03-01', '2.00']) },
      'discount',
    ],
    ['a discount until no day', { discount: until() }, 'discount'],
    ['a discount until a day without one', { discount: { mode: 1, value: '1.00' } }, 'discount'],
    [
      'a discount for each day with a day',
      { discount: { ...until(['2026-03-01', '1.00']), mode: 3, value: '1.00' } },
      'discount',
    ],
    [
      'four discounts',
      {
        discount: until(
          ['2026-03-01', '4.00'],
          ['2026-03-02', '3.00'],
          ['2026-03-03', '2.00'],
          ['2026-03-04', '1.00'],
        ),
      },
      'discount',
    ],
  ])('a dated charge with %s is refused', (_, change, field) => {
    const fields = Object.keys(refusalsOf(datedChargeSchema, { ...charge, ...change }));
    expect(fields.map((path) => path.startsWith(field))).toContain(true);
  });
});
