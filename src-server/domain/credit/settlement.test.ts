import { expect, test } from 'vitest';
import { presentValueCents } from './settlement.ts';

test('the present value of the same rate and days costs little the second time, and is the same', () => {
  const valuesOf = (rate: string) => {
    const startedAtMs = performance.now();
    const values = Array.from({ length: 300 }, (_, day) => presentValueCents(1_000_000, rate, day));
    return { values, ms: performance.now() - startedAtMs };
  };
  const rates = ['1.51', '1.52', '1.53', '1.54', '1.55'];
  const first = rates.map(valuesOf);
  const again = rates.map(valuesOf);
  expect(again.map(({ values }) => values)).toEqual(first.map(({ values }) => values));
  const leastMs = (runs: readonly { ms: number }[]) => Math.min(...runs.map(({ ms }) => ms));
  expect(leastMs(again) * 3).toBeLessThan(leastMs(first));
});
