import { expect, it } from 'vitest';
import { sizeInWords } from './size.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [48_230_400, '48,2 MB'],
  [1_500_000_000, '1,5 GB'],
  [2_000_000_000_000_000, '2.000 TB'],
])('a size of %i bytes reads "%s"', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
