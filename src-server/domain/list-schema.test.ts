import { expect, test } from 'vitest';
import { z } from 'zod';
import { listSchema } from './list-schema.ts';

const list = listSchema(z.enum(['read', 'money']), 2, { error: 'no list', tooMany: 'too many' });

test('a list that is too long is refused without validating its other elements', () => {
  const { error } = list.safeParse(Array.from({ length: 33_000 }, () => 'wrong'));
  expect(error?.issues.length).toBeLessThanOrEqual(4);
  expect(list.safeParse(['read', 'read', 'read']).error?.issues).toMatchObject([{ message: 'too many' }]);
});

test('a list up to its maximum length is accepted unchanged, and other values are refused', () => {
  expect(list.parse(['read', 'money'])).toEqual(['read', 'money']);
  for (const sent of [undefined, null, 'read', { length: 1 }])
    expect(list.safeParse(sent).error?.issues[0]).toMatchObject({ message: 'no list' });
});
