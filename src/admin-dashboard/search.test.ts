import { expect, it } from 'vitest';
import { OVERVIEW_DAYS } from '#domain/admin/overview';
import { PERIODS, periodOf } from './search.ts';

it('the dashboard address says the period, and anything unknown means 30 days', () => {
  expect(
    [{ dias: 7 }, { dias: '90' }, {}, { dias: 8 }, { dias: [7, 30] }, { dias: null }].map(periodOf),
  ).toEqual([7, 90, 30, 30, 30, 30]);
});

it('the dashboard offers the periods that the bank has', () => {
  expect(PERIODS).toEqual(OVERVIEW_DAYS);
});
