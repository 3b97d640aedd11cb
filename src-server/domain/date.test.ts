import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, ageOn, bankDate, daysBetween, formatDay, isDay } from './date.ts';

const day = fc
  .date({ min: new Date('1850-01-01T00:00:00Z'), max: new Date('2399-12-31T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

describe('calendar day', () => {
  it('an existing day is a valid day', () => {
    for (const text of ['2024-02-29', '2000-02-29', '1850-01-01', '2026-12-31'])
      expect(isDay(text)).toBe(true);
  });

  it('a day that does not exist or is not written YYYY-MM-DD is invalid', () => {
    const wrong = ['2023-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00'];
    for (const text of [...wrong, '0000-01-01', '', '2026-1-1', '01/02/2026', '2026-01-01T00:00:00Z'])
      expect(isDay(text), text).toBe(false);
  });

  it('days are counted forward and back across months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    fc.assert(
      fc.property(day, fc.integer({ min: -50_000, max: 50_000 }), (from, days) => {
        const to = addDays(from, days);
        expect(daysBetween(from, to)).toBe(days);
        expect(to > from).toBe(days > 0);
      }),
    );
  });

  it('counting from an invalid day is refused', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow('not a day');
  });

  it("the bank's day is the day in São Paulo", () => {
    expect(bankDate(new Date('2026-03-11T02:59:59Z'))).toBe('2026-03-10');
    expect(bankDate(new Date('2026-03-11T03:00:00Z'))).toBe('2026-03-11');
    // Daylight saving time existed until 2019.
    expect(bankDate(new Date('2018-12-31T02:00:00Z'))).toBe('2018-12-31');
  });

  it('a day is written the Brazilian way', () => {
    expect(formatDay('2026-07-03')).toBe('03/07/2026');
  });
});

describe('age', () => {
  it('an age grows on the birthday', () => {
    expect(ageOn('2008-03-10', '2026-03-09')).toBe(17);
    expect(ageOn('2008-03-10', '2026-03-10')).toBe(18);
    expect(ageOn('2008-12-31', '2026-01-01')).toBe(17);
  });

  it('in a common year a person born on 29 February turns a year older on 1 March', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20);
  });
});
