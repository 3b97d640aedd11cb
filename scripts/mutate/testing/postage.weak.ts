import { expect, test } from 'vitest';
import { postageCents } from './postage.ts';

test('heavier parcels cost more', () => {
  expect(postageCents(5_500)).toBeGreaterThan(postageCents(2_500) ?? 0);
});
