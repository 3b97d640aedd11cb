import { expect, test } from 'vitest';
import { fairLevel } from './fair-level.ts';

test('who wants less than an equal part gets it, and the others share the rest equally', () => {
  expect(fairLevel([10, 1, 10, 3], 14)).toBe(5);
  expect(fairLevel([2, 2, 2], 3)).toBe(1);
});

test('nothing is held while all together want no more than there is', () => {
  expect(fairLevel([4, 3], 7)).toBe(Number.POSITIVE_INFINITY);
  expect(fairLevel([], 7)).toBe(Number.POSITIVE_INFINITY);
});
