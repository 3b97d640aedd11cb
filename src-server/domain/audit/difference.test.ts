import { expect, test } from 'vitest';
import { difference } from './difference.ts';

test('an audit difference lists only changed fields, from old to new', () => {
  const before = { city: 'Santos', complement: null as string | null, isActive: true };
  expect(difference(before, { ...before })).toBeNull();
  expect(difference(before, { city: 'Mauá', complement: 'Apto 2', isActive: true })).toEqual({
    city: { from: 'Santos', to: 'Mauá' },
    complement: { from: null, to: 'Apto 2' },
  });
});
