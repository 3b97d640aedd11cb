import { expect, test } from 'vitest';
import { nextRandom } from './random.ts';

// Values known for Mulberry32 (Tommy Ettinger, public domain).
test.each([
  [0, [0.26642920868471265, 0.0003297457005828619]],
  [1, [0.6270739405881613]],
])('the random numbers of the seed %i are those of Mulberry32', (seed, expected) => {
  const random = { seed };
  expect(expected.map(() => nextRandom(random))).toEqual(expected);
});

test('random numbers are evenly distributed between 0 and 1, and their seed stays a 32-bit number', () => {
  const random = { seed: 2 ** 32 - 1 };
  const found = Array.from({ length: 10_000 }, () => nextRandom(random));
  expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...found)).toBeLessThan(1);
  expect(found.reduce((sum, one) => sum + one, 0) / found.length).toBeCloseTo(0.5, 1);
  expect(random.seed).toBe(random.seed >>> 0);
});
