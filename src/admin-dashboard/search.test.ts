import { expect, it } from 'vitest';
import { OVERVIEW_DAYS } from '#domain/admin/overview';
import { PERIODS, periodOf } from './search.ts';

it('reads the period from the address, and takes 30 days for anything else', () => {
  expect(
    [{ dias: 7 }, { dias: '90' }, {}, { dias: 8 }, { dias: [7, 30] }, { dias: null }].map(periodOf),
  ).toEqual([7, 90, 30, 30, 30, 30]);
});

it('offers the periods that the bank has', () => {
  expect(PERIODS).toEqual(OVERVIEW_DAYS);
});
