import { expect, it } from 'vitest';
import { overviewInputSchema } from './overview.ts';

it('takes three periods, as a number or as text, and 30 days where none is said', () => {
  expect([{}, { days: 7 }, { days: '90' }].map((input) => overviewInputSchema.parse(input).days)).toEqual([
    30, 7, 90,
  ]);
  for (const days of [0, 8, '7.5', 'x', null])
    expect(overviewInputSchema.safeParse({ days }).success).toBe(false);
});
