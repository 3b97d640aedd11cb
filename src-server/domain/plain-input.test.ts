import { describe, expect, test } from 'vitest';
import { Refusal } from '#domain/refusal';
import { plainInput } from './plain-input.ts';

const travelled = (value: unknown) =>
  plainInput.deserialize(JSON.parse(JSON.stringify(plainInput.serialize(value))));

describe('the input of a tRPC call', () => {
  test.each([[{ amount: '12,50', tags: ['a', null] }], [null], [0], [''], [undefined]])(
    'the input %j of a tRPC call arrives as it was sent',
    (value) => {
      expect(travelled(value)).toEqual(value);
    },
  );

  test.each([
    ['null', null],
    ['a list', [[]]],
    ['a text', 'x'],
    ['a number', 5],
    ['an object with superjson meta', { json: {}, meta: { values: { a: [['typed-array', 'Uint8Array']] } } }],
    ['an object with undefined meta', { json: {}, meta: undefined }],
    ['an object with another member', { json: {}, other: 1 }],
  ])('a tRPC call refuses %s as the envelope of its input', (_case, sent) => {
    expect(() => plainInput.deserialize(sent)).toThrow(Refusal);
  });
});
