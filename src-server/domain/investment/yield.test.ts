import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/date';
import { parseDecimal } from '#domain/money';
import cdbVectors from '../vectors/invest-cdb.json' with { type: 'json' };
import taxVectors from '../vectors/invest-tax.json' with { type: 'json' };
import {
  dailyRate,
  incomeTaxPercent,
  iofPercent,
  maturityOn,
  monthlyRatePercent,
  redemptionOn,
} from './yield.ts';

describe('the tables', () => {
  for (const { op, input, expected } of taxVectors) {
    const titles: Record<string, string> = {
      tdi: `a DI rate of ${input.diPctYear} % a year is ${expected} a day`,
      ir: `the income tax after ${input.calendarDays} days is ${expected} %`,
      iof: `the IOF after ${input.calendarDays} days is ${expected} % of the yield`,
    };
    test(titles[op] ?? op, () => {
      if (op === 'tdi') expect(dailyRate(input.diPctYear ?? '')).toBe(expected);
      else if (op === 'ir') expect(incomeTaxPercent(input.calendarDays ?? -1)).toBe(expected);
      else expect(iofPercent(input.calendarDays ?? -1)).toBe(expected);
    });
  }
});

test('the IOF percents of the days 1 to 29 are those of the decree, and from the 30th there is none', () => {
  const percents = Array.from({ length: 31 }, (_, index) => iofPercent(index + 1));
  expect(percents).toEqual([
    96, 93, 90, 86, 83, 80, 76, 73, 70, 66, 63, 60, 56, 53, 50, 46, 43, 40, 36, 33, 30, 26, 23, 20, 16, 13,
    10, 6, 3, 0, 0,
  ]);
  expect(iofPercent(0)).toBe(0);
});

test('the income tax falls after 180, 360 and 720 days', () => {
  expect([180, 181, 360, 361, 720, 721].map(incomeTaxPercent)).toEqual([
    '22.5',
    '20',
    '20',
    '17.5',
    '17.5',
    '15',
  ]);
});

test('an investment exempt from tax pays its gross amount on any day', () => {
  const held = { amountCents: 1_000_000, annualRatePercent: '12.00', startOn: '2026-11-02' };
  expect(redemptionOn(held, '2026-11-12', { isExempt: true })).toMatchObject({
    iofPercent: 0,
    iofCents: 0,
    incomeTaxPercent: '0',
    incomeTaxCents: 0,
  });
});

describe('a fixed rate', () => {
  for (const { input, expected } of cdbVectors) {
    test(`a ${input.product} of ${input.principal} from ${input.start} to ${input.end} pays ${expected.net}`, () => {
      const found = redemptionOn(
        {
          amountCents: parseDecimal(input.principal) ?? 0,
          annualRatePercent: String(Number(input.annualRate252) * 100),
          startOn: input.start,
        },
        input.end,
        { isExempt: input.product.startsWith('LCI') },
      );
      expect(found).toMatchObject({
        businessDays: expected.businessDays,
        calendarDays: expected.calendarDays,
        grossCents: parseDecimal(expected.gross),
        yieldCents: parseDecimal(expected.yield),
        iofCents: parseDecimal(expected.iof),
        incomeTaxCents: parseDecimal(expected.ir),
        netCents: parseDecimal(expected.net),
      });
    });
  }
});

test('a yearly rate of 12 % is 0.95 % a month', () => expect(monthlyRatePercent('12.00')).toBe('0.95'));

test('a maturity on a non-business day moves to the next business day', () => {
  expect(maturityOn('2026-08-22', 90)).toBe('2026-11-23');
  expect(maturityOn('2026-11-20', 35)).toBe('2026-12-28');
});

const position = fc.record({
  amountCents: fc.integer({ min: 1, max: 1_000_000_000_00 }),
  annualRatePercent: fc.integer({ min: 1, max: 9999 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  startOn: fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days)),
});
const days = fc.integer({ min: 0, max: 3600 });

test('a redemption pays whole cents, loses none to rounding, and never yields less later', () => {
  fc.assert(
    fc.property(position, days, days, (held, one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)].map((after) =>
        redemptionOn(held, addDays(held.startOn, after)),
      ) as [ReturnType<typeof redemptionOn>, ReturnType<typeof redemptionOn>];
      for (const cents of [first.grossCents, first.yieldCents, first.iofCents, first.incomeTaxCents]) {
        expect(Number.isSafeInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(0);
      }
      expect(first.netCents + first.iofCents + first.incomeTaxCents).toBe(
        held.amountCents + first.yieldCents,
      );
      expect(first.netCents).toBeGreaterThanOrEqual(held.amountCents);
      expect(second.grossCents).toBeGreaterThanOrEqual(first.grossCents);
    }),
  );
});

test('a redemption on the first day pays exactly the principal', () => {
  fc.assert(
    fc.property(position, (held) => {
      const { netCents, yieldCents } = redemptionOn(held, held.startOn);
      expect({ netCents, yieldCents }).toEqual({ netCents: held.amountCents, yieldCents: 0 });
    }),
  );
});
