import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#domain/date';
import { dueToday, totalDueCents } from './due-today.ts';
import { daysLate, LATE_RATES, overdueThisWeek, overdueUpTo } from './late.ts';

const INSTALMENT = { dueOn: '2026-11-25', amountCents: 100_000, principalCents: 90_000 };
const on = (day: string, instalment = INSTALMENT) =>
  dueToday(instalment, { interestRate: '2.49', late: LATE_RATES, on: day });

test.each([
  ['an instalment paid on its due date costs its amount', '2026-11-25', 0, 100_000],
  ['an instalment paid 30 days early costs its present value', '2026-10-26', 0, 97_570],
  ['an instalment paid a day late costs 2 % and a thirtieth of 1 % more', '2026-11-26', 1, 102_033],
  ['an instalment paid 30 days late costs 2 % and 1 % more', '2026-12-25', 30, 103_000],
])('the amount today of an instalment: %s', (_, day, days, totalCents) => {
  expect(on(day)).toMatchObject({ daysLate: days, totalCents });
});

test('an instalment due on a Saturday costs no more on Monday, and from Tuesday on is late since Saturday', () => {
  const saturday = { ...INSTALMENT, dueOn: '2026-11-21' };
  expect(on('2026-11-23', saturday)).toMatchObject({ daysLate: 0, totalCents: 100_000 });
  expect(on('2026-11-24', saturday)).toMatchObject({ daysLate: 3, fineCents: 2_000, lateInterestCents: 100 });
});

test('paying 30 days early is discounted by the amount less its present value', () => {
  expect(on('2026-10-26')).toMatchObject({ discountCents: 2_430, worthCents: 97_570, interestCents: 7_570 });
  expect(on('2026-11-26')).toMatchObject({ discountCents: 0, worthCents: 100_000, interestCents: 10_000 });
});

test('what became overdue this week fell due in the seven days up to the last business day', () => {
  expect(overdueThisWeek('2026-11-25')).toEqual({ from: '2026-11-18', upTo: '2026-11-24' });
  expect(overdueThisWeek('2026-11-23')).toEqual({ from: '2026-11-13', upTo: '2026-11-19' });
});

const day = fc.nat(3_000).map((days) => addDays('2024-01-01', days));

test('the parts of a payment add up to its total, and paying early never costs more', () => {
  fc.assert(
    fc.property(
      day,
      day,
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.nat(500),
      (dueOn, today, cents, rate) => {
        const instalment = { dueOn, amountCents: cents, principalCents: Math.floor(cents / 2) };
        const due = dueToday(instalment, {
          interestRate: (rate / 100).toFixed(2),
          late: LATE_RATES,
          on: today,
        });
        expect(due.principalCents + due.interestCents + due.fineCents + due.lateInterestCents).toBe(
          due.totalCents,
        );
        expect(due.discountCents).toBeGreaterThanOrEqual(0);
        if (today <= dueOn) expect(due.totalCents).toBeLessThanOrEqual(cents);
        else expect(due.totalCents).toBeGreaterThanOrEqual(cents);
        expect(totalDueCents([due, due])).toBe(2 * due.totalCents);
      },
    ),
  );
});

test('the overdue limit of a query agrees with the days late', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5, max: 12 }), (dueOn, after) => {
      const today = addDays(dueOn, after);
      expect(dueOn <= overdueUpTo(today)).toBe(daysLate(dueOn, today) > 0);
    }),
  );
});
