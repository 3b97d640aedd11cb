import { expect, test } from 'vitest';
import { newWait } from './look-again.ts';

const answered = (dataUpdateCount: number, errorUpdateCount = 0) => ({ dataUpdateCount, errorUpdateCount });

test('asks again while something is waited for, and not for ever, whether it is answered or not', () => {
  const wait = newWait();
  expect(wait(null, answered(1))).toBe(false);
  expect(wait('a', answered(1))).toBe(5000);
  expect(wait('a', answered(13, 11))).toBe(5000);
  expect(wait('a', answered(13, 12))).toBe(false);
});

test('counts anew for what is waited for next, however often the query was answered before', () => {
  const wait = newWait();
  expect(wait('a', answered(40))).toBe(5000);
  expect(wait('a', answered(90))).toBe(false);
  expect(wait('b', answered(91))).toBe(5000);
  expect(wait(null, answered(92))).toBe(false);
  expect(wait('b', answered(200))).toBe(5000);
});
