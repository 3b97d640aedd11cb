import { expect, test } from 'vitest';
import { postageCents } from './postage.ts';

test('each kilogram begun costs 100 cents more than the last', () => {
  expect([1, 1_000, 1_001, 2_000, 2_001].map(postageCents)).toEqual([500, 500, 600, 600, 700]);
});
test('the heaviest parcel is accepted, one gram more is refused', () => {
  expect(postageCents(30_000)).toBe(3_400);
  expect(postageCents(30_001)).toBeNull();
});
