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
