import { describe, expect, test } from 'vitest';
import plates from '../vectors/plate.json' with { type: 'json' };
import renavams from '../vectors/renavam.json' with { type: 'json' };
import vins from '../vectors/vin.json' with { type: 'json' };
import { isChassis, isPlate, isRenavam, normalPlate } from './vehicle.ts';

describe.each([
  ['plate', isPlate, plates],
  ['RENAVAM', isRenavam, renavams],
  ['chassis', isChassis, vins],
] as const)('%s', (kind, isValid, vectors) => {
  for (const { input, expected } of vectors)
    test(`the ${kind} ${input} is ${expected ? 'valid' : 'invalid'}`, () =>
      expect(isValid(input)).toBe(expected));
});

test('a plate is stored in capitals without its dash', () => expect(normalPlate('abc-1d23')).toBe('ABC1D23'));

test.each(['XABC1D23', 'ABC1D234', 'ABC1D2', '1ABC1D23'])(
  'the text %s, which only contains or resembles a plate, is no plate',
  (text) => {
    expect(isPlate(text)).toBe(false);
  },
);

test('a chassis number is read in any case, and has 17 characters', () => {
  expect(isChassis('9bwzzz377vt004251')).toBe(true);
  for (const text of ['X9BWZZZ377VT004251', '9BWZZZ377VT0042511', '9BWZZZ377VT00425'])
    expect(isChassis(text)).toBe(false);
});

test('a RENAVAM has 9 to 11 digits that are not all alike, and its check digit is 0 where it would be 10', () => {
  expect(isRenavam('12345678960')).toBe(true);
  expect(isRenavam('12345678960'.replace(/.$/, '1'))).toBe(false);
  // Wrong length, equal digits or other characters, though the check digits are right.
  for (const text of ['12345679', '123456789001', '00000000000', '000000000', 'x12345678900', '12345678900x'])
    expect(isRenavam(text), text).toBe(false);
});
