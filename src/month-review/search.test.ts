import { expect, test } from 'vitest';
import { monthOf, monthsBeside, searchFor } from './search.ts';

const TODAY = '2026-11-21';

test("the month review's URL names the month, and an invalid or future month means the current one", () => {
  expect(monthOf({ mes: '2026-10' }, TODAY)).toBe('2026-10');
  expect(monthOf({ mes: '2026-11' }, TODAY)).toBe('2026-11');
  for (const mes of [
    undefined,
    '',
    '2026-12',
    '2027-01',
    '2026-13',
    '2026-1',
    2026,
    ['2026-10'],
    '2026-10-01',
  ])
    expect(monthOf({ mes }, TODAY)).toBe('2026-11');
});

test('the month review goes back to the month of the first account and forward to the current month', () => {
  const beside = (month: string, since: string | undefined = '2026-01-31') =>
    monthsBeside(month, { today: TODAY, since });
  expect(beside('2026-11')).toEqual({ before: '2026-10', after: null });
  expect(beside('2026-01')).toEqual({ before: null, after: '2026-02' });
  expect(beside('2025-12')).toEqual({ before: null, after: '2026-01' });
  expect(beside('2026-03')).toEqual({ before: '2026-02', after: '2026-04' });
  expect(monthsBeside('2026-03', { today: TODAY, since: undefined }).before).toBeNull();
});

test('the month review leaves the current month out of its URL', () => {
  expect(searchFor('2026-11', TODAY)).toEqual({});
  expect(searchFor('2026-10', TODAY)).toEqual({ mes: '2026-10' });
});
