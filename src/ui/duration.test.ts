import { expect, it } from 'vitest';
import { durationInWords } from './duration.ts';

it.each([
  [0, '0 ms'],
  [319.6, '320 ms'],
  [4230, '4,2 s'],
  [59_000, '59 s'],
  [200_000, '3 min 20 s'],
  [3_900_000, '1 h 5 min'],
  [200_000_000, '2 dias'],
])('a duration of %d ms reads "%s"', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});
