import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, bankHolidays, businessDaysBetween, isBusinessDay, nextBusinessDay } from './calendar.ts';
import { addDays } from './date.ts';
import vectors from './vectors/bank-holidays.json' with { type: 'json' };

for (const { op, input, expected } of vectors) {
  test(`${op} ${input.year ?? input.date}`, () => {
    const found = input.year === undefined ? isBusinessDay(input.date ?? '') : bankHolidays(input.year);
    expect(found).toEqual(expected);
  });
}

const someDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));

test('business days counted in weeks are those counted one by one', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -10, max: 800 }), (from, days) => {
      const to = addDays(from, days);
      let count = 0;
      for (let day = from; day < to; day = addDays(day, 1)) if (isBusinessDay(day)) count += 1;
      expect(businessDaysBetween(from, to)).toBe(count);
    }),
  );
});

test('the next business day is one, and none lies before it', () => {
  fc.assert(
    fc.property(someDay, (day) => {
      const next = nextBusinessDay(day);
      expect(isBusinessDay(next)).toBe(true);
      expect(businessDaysBetween(day, next)).toBe(0);
    }),
  );
});

test('a month later is the same day, or the month’s last', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-01-31', 2)).toBe('2026-03-31');
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  expect(addMonths('2026-12-15', 12)).toBe('2027-12-15');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
});
