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
    test(`${op} ${JSON.stringify(input)}`, () => {
      if (op === 'tdi') expect(dailyRate(input.diPctYear ?? '')).toBe(expected);
      else if (op === 'ir') expect(incomeTaxPercent(input.calendarDays ?? -1)).toBe(expected);
      else expect(iofPercent(input.calendarDays ?? -1)).toBe(expected);
    });
  }
});

describe('a fixed rate', () => {
  for (const { input, expected } of cdbVectors) {
    test(`${input.product}, ${input.start} to ${input.end}`, () => {
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

test('a month of a yearly rate', () => expect(monthlyRatePercent('12.00')).toBe('0.95'));

test('a maturity moves to the next business day', () => {
  expect(maturityOn('2026-08-22', 90)).toBe('2026-11-23');
  expect(maturityOn('2026-11-20', 35)).toBe('2026-12-28');
});

const position = fc.record({
  amountCents: fc.integer({ min: 1, max: 1_000_000_000_00 }),
  annualRatePercent: fc.integer({ min: 1, max: 9999 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  startOn: fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days)),
});
const days = fc.integer({ min: 0, max: 3600 });

test('whatever the amount, rate and day: cents, nothing negative, nothing lost, later never yields less', () => {
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

test('on the same day: exactly the principal', () => {
  fc.assert(
    fc.property(position, (held) => {
      const { netCents, yieldCents } = redemptionOn(held, held.startOn);
      expect({ netCents, yieldCents }).toEqual({ netCents: held.amountCents, yieldCents: 0 });
    }),
  );
});
