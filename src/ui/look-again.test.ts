import { expect, test } from 'vitest';
import { newPolling } from './look-again.ts';

const answered = (dataUpdateCount: number, errorUpdateCount = 0) => ({ dataUpdateCount, errorUpdateCount });

test('polling goes on while something is awaited and stops after 24 answers or failures', () => {
  const wait = newPolling();
  expect(wait(null, answered(1))).toBe(false);
  expect(wait('a', answered(1))).toBe(5000);
  expect(wait('a', answered(13, 11))).toBe(5000);
  expect(wait('a', answered(13, 12))).toBe(false);
});

test('polling counts from zero when something else is awaited', () => {
  const wait = newPolling();
  expect(wait('a', answered(40))).toBe(5000);
  expect(wait('a', answered(90))).toBe(false);
  expect(wait('b', answered(91))).toBe(5000);
  expect(wait(null, answered(92))).toBe(false);
  expect(wait('b', answered(200))).toBe(5000);
});
