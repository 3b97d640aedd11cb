import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOriginal } from './compare.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a document with any one byte changed is not the original', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 4096 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (bytes, at, change) => {
        const altered = bytes.slice();
        const place = at % bytes.length;
        altered[place] = (altered[place] ?? 0) ^ change;
        expect(isOriginal(sha256(bytes), sha256(bytes))).toBe(true);
        expect(isOriginal(sha256(bytes).toUpperCase(), sha256(bytes))).toBe(true);
        expect(isOriginal(sha256(altered), sha256(bytes))).toBe(false);
      },
    ),
  );
});

test('a text that is no hash never matches an original', () => {
  expect(isOriginal('', '')).toBe(false);
  expect(isOriginal('abc', 'abc')).toBe(false);
  const hash = 'a'.repeat(64);
  for (const other of [`${hash}a`, `a${hash}`, `${hash.slice(1)}g`, `${hash}\n`])
    expect(isOriginal(other, other)).toBe(false);
  expect(isOriginal(hash, hash.toUpperCase())).toBe(true);
});
