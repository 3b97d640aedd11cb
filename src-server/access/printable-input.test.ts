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

test('checking a list of numbers for NUL costs less than parsing it', () => {
  const text = JSON.stringify(Array(50_000).fill(0));
  const leastMs = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 20 }, () => {
        const startedAtMs = performance.now();
        work();
        return performance.now() - startedAtMs;
      }),
    );
  const parsed = JSON.parse(text) as unknown;
  expect(leastMs(() => refuseNul(parsed))).toBeLessThan(leastMs(() => JSON.parse(text)));
});
