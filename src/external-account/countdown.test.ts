import { expect, test } from 'vitest';
import { leftText } from './countdown.tsx';

test('the remaining time is shown in hours and minutes and rounded up', () => {
  const minute = 60_000;
  expect([1, minute, 59 * minute, 60 * minute, 61 * minute, 48 * 60 * minute].map(leftText)).toEqual([
    '1 min',
    '1 min',
    '59 min',
    '1 h 0 min',
    '1 h 1 min',
    '48 h 0 min',
  ]);
});
