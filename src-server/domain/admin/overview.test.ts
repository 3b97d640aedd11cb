import { expect, it } from 'vitest';
import { overviewInputSchema } from './overview.ts';

it('the overview takes a period of 7, 30 or 90 days, and 30 by default', () => {
  expect(
    [{}, { days: 7 }, { days: 30 }, { days: '90' }].map((input) => overviewInputSchema.parse(input).days),
  ).toEqual([30, 7, 30, 90]);
  for (const days of [0, 8, 29, 31, 89, 91, '7.5', 'x', null])
    expect(overviewInputSchema.safeParse({ days }).success).toBe(false);
});
