import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';

const one = (paidOn: string | null, dueOn = '2026-02-10') => outcomeOf('2026-01-10', [{ dueOn, paidOn }]);

test('a credit is bad from 90 days overdue in its first year, indeterminate from 30 days', () => {
  expect([one('2026-01-20'), one('2026-02-10'), one('2026-03-11')]).toEqual(['good', 'good', 'good']);
  expect([one('2026-03-12'), one('2026-05-10')]).toEqual(['indeterminate', 'indeterminate']);
  expect([one('2026-05-11'), one(null)]).toEqual(['bad', 'bad']);
});

test('overdue days after the first year do not count in the outcome', () => {
  expect(one(null, '2026-12-20')).toBe('good');
  expect(one('2027-06-01', '2026-12-01')).toBe('indeterminate');
  expect(one(null, '2027-03-10')).toBe('good');
  expect(outcomeOf('2026-01-10', [])).toBe('good');
});

test('the worst instalment decides the outcome of a credit', () => {
  expect(
    outcomeOf('2026-01-10', [
      { dueOn: '2026-02-10', paidOn: '2026-02-10' },
      { dueOn: '2026-03-10', paidOn: '2026-07-10' },
      { dueOn: '2026-04-10', paidOn: '2026-05-20' },
    ]),
  ).toBe('bad');
});
