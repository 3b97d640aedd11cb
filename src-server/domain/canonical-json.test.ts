import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('keys are sorted at every depth, absent members left out, moments are ISO text', () => {
  expect(canonicalJson({ b: [1, { z: null, a: 'é' }], a: undefined, A: true, at: new Date(0) })).toBe(
    '{"A":true,"at":"1970-01-01T00:00:00.000Z","b":[1,{"a":"é","z":null}]}',
  );
});

test('what JSON cannot say exactly is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, { deep: [Number.NaN] }]) {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  }
});

test('any JSON value survives, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
