import { expect, test } from 'vitest';
import { newId } from './id.ts';

test('identifiers are unique UUIDs of version 7, in the order of creation', () => {
  const ids = Array.from({ length: 5000 }, newId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(5000);
  expect(ids.toSorted()).toEqual(ids);
});
