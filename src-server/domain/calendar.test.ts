import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, bankHolidays, businessDaysBetween, isBusinessDay, nextBusinessDay } from './calendar.ts';
import { addDays } from './date.ts';
import vectors from './vectors/bank-holidays.json' with { type: 'json' };

for (const { input, expected } of vectors) {
  const title = input.year
    ? `the bank holidays of ${input.year} are those of the calendar`
    : `${input.date} is ${expected ? 'a' : 'no'} business day`;
  test(title, () => {
    const found = input.year === undefined ? isBusinessDay(input.date ?? '') : bankHolidays(input.year);
    expect(found).toEqual(expected);
  });
}

/** Independent: Knuth's algorithm (The Art of Computer Programming, 1.3.2, exercise 14). */
function easterByKnuth(year: number): string {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const leapsLeftOut = Math.floor((3 * century) / 4) - 12;
  const moon = Math.floor((8 * century + 5) / 25) - 5;
  const sunday = Math.floor((5 * year) / 4) - leapsLeftOut - 10;
  let epact = (11 * golden + 20 + moon - leapsLeftOut) % 30;
  if ((epact === 25 && golden > 11) || epact === 24) epact += 1;
  let fullMoon = 44 - epact;
  if (fullMoon < 21) fullMoon += 30;
  return addDays(`${year}-03-01`, fullMoon + 6 - ((sunday + fullMoon) % 7));
}

test('Carnival, Good Friday and Corpus Christi follow Easter in every year to 2599', () => {
  const wrong: number[] = [];
  for (let year = 1583; year < 2600; year += 1) {
    const easter = easterByKnuth(year);
    const found = bankHolidays(year);
    if (![-48, -47, -2, 60].every((distance) => found.includes(addDays(easter, distance)))) wrong.push(year);
  }
  expect(wrong).toEqual([]);
});

const someDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));

test('business days between two days equal a count day by day', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -10, max: 800 }), (from, days) => {
      const to = addDays(from, days);
      let count = 0;
      for (let day = from; day < to; day = addDays(day, 1)) if (isBusinessDay(day)) count += 1;
      expect(businessDaysBetween(from, to)).toBe(count);
    }),
  );
});

test('a span of one day has one business day or none, and an empty span has none', () => {
  expect(businessDaysBetween('2026-11-23', '2026-11-24')).toBe(1);
  expect(businessDaysBetween('2026-11-22', '2026-11-23')).toBe(0);
  expect(businessDaysBetween('2026-11-23', '2026-11-23')).toBe(0);
});

test('the next business day is a business day, with no business day before it', () => {
  fc.assert(
    fc.property(someDay, (day) => {
      const next = nextBusinessDay(day);
      expect(isBusinessDay(next)).toBe(true);
      expect(businessDaysBetween(day, next)).toBe(0);
    }),
  );
});

test("a month later is the same day of the month, or the month's last day", () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-01-31', 2)).toBe('2026-03-31');
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  expect(addMonths('2026-12-15', 12)).toBe('2027-12-15');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
});
