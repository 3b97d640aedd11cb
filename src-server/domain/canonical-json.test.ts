import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('canonical JSON sorts keys at every depth, drops absent members and writes dates as ISO text', () => {
  expect(canonicalJson({ b: [1, { z: null, a: 'é' }], a: undefined, A: true, at: new Date(0) })).toBe(
    '{"A":true,"at":"1970-01-01T00:00:00.000Z","b":[1,{"a":"é","z":null}]}',
  );
});

test('canonical JSON sorts keys of any initial order the same way', () => {
  const keys = ['b', 'a', 'é', 'Z', '10', '9', 'aa', '', 'ç', '_'];
  const text = '{"":1,"10":1,"9":1,"Z":1,"_":1,"a":1,"aa":1,"b":1,"ç":1,"é":1}';
  for (const order of [keys, keys.toReversed(), keys.toSorted()])
    expect(canonicalJson(Object.fromEntries(order.map((key) => [key, 1])))).toBe(text);
});

test('canonical JSON writes an absent item of a list as null', () => {
  expect(canonicalJson([undefined, null, 1])).toBe('[null,null,1]');
});

test('canonical JSON refuses values that JSON cannot represent exactly', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, { deep: [Number.NaN] }]) {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  }
});

test('canonical JSON reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
