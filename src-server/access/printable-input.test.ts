import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusal';
import { refuseNul } from './printable-input.ts';

const NUL = '\u0000';
const fieldsOf = (input: unknown) => {
  try {
    refuseNul(input);
  } catch (error) {
    return error instanceof Refusal ? error.details.fields : error;
  }
  return 'accepted';
};

test.each([
  [{ a: [{ b: `x${NUL}` }] }, 'a.0.b'],
  [{ a: [1, null, NUL] }, 'a.2'],
  [{ [`a${NUL}`]: 1 }, 'a'],
  [{ a: new File([], `a${NUL}.pdf`) }, 'a'],
])('a NUL anywhere in the input is refused, and the answer names its field: case %#', (input, place) => {
  expect(fieldsOf(input)).toEqual({ [place]: 'Caractere não permitido' });
});

test('a NUL as the whole input is refused, and input without a NUL is accepted', () => {
  expect(fieldsOf(NUL)).toEqual({});
  for (const input of [undefined, null, 1, 'a', [], {}, { a: [new File([], 'a.pdf'), [[]]] }])
    expect(fieldsOf(input)).toBe('accepted');
});

test('each value of a list is read once', () => {
  let reads = 0;
  const list = new Proxy(Array(1_000).fill(0) as number[], {
    get(numbers, key) {
      if (key !== 'length') reads += 1;
      return Reflect.get(numbers, key) as unknown;
    },
  });
  refuseNul({ list });
  expect(reads).toBe(1_000);
});
