import { expect, it } from 'vitest';
import { periodOf } from './search.ts';

it('the dashboard address says the period, and anything unknown means 30 days', () => {
  expect(
    [{ dias: 7 }, { dias: '90' }, {}, { dias: 8 }, { dias: [7, 30] }, { dias: null }].map(periodOf),
  ).toEqual([7, 90, 30, 30, 30, 30]);
});
