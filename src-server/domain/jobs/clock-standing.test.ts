import { expect, test } from 'vitest';
import { standingOf } from './clock-standing.ts';

const KNOWN = new Date('2026-03-10T23:59:00-03:00');
const standingAt = (machine: string) => standingOf(KNOWN, new Date(machine));

test('a clock is ahead once its day in São Paulo is more than two past the newest one known', () => {
  expect(standingAt('2026-03-12T23:59:59-03:00')).toBe('right');
  expect(standingAt('2026-03-13T00:00:00-03:00')).toBe('ahead');
  expect(standingAt('2026-04-19T12:00:00-03:00')).toBe('ahead');
});

test('a clock is behind once it is more than a minute before the newest moment known', () => {
  expect(standingAt('2026-03-10T23:58:00-03:00')).toBe('right');
  expect(standingAt('2026-03-10T23:57:59.999-03:00')).toBe('behind');
  expect(standingAt('2026-01-30T12:00:00-03:00')).toBe('behind');
});

test('a new bank takes any clock as right', () => {
  expect(standingOf(null, new Date('2099-01-01T00:00:00Z'))).toBe('right');
});
