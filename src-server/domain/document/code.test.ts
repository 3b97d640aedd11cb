import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentCode, idsOfCode, parseDocumentCode } from './code.ts';

/** UUIDs v7 until the year 2527. */
const ids = fc.uuid({ version: 7 }).map((id) => `0${id.slice(1)}`);

describe('the code of a document', () => {
  test('a document code has no look-alike characters and is the same each time', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const code = documentCode(id);
        expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){4}$/);
        expect(documentCode(id)).toBe(code);
      }),
    );
  });

  test('a document code leads back to the range of identifiers it may belong to', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const range = idsOfCode(documentCode(id));
        expect(range.first <= id && id <= range.last).toBe(true);
      }),
    );
  });

  test('document codes differ when identifiers differ in one digit', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const others = ['01890a5d-ac96-774b-bcce-b302099a8058', '01890a5d-ac97-774b-bcce-b302099a8057'];
    for (const other of others) expect(documentCode(other)).not.toBe(documentCode(id));
  });

  test('document codes of the same millisecond differ, even by a single bit', () => {
    const bits = Array.from({ length: 54 }, (_, bit) => 1n << BigInt(bit));
    const codes = [0n, ...bits].map((random) => {
      const hex = ((1n << 63n) | random).toString(16);
      return documentCode(`01890a5d-ac96-774b-${hex.slice(0, 4)}-${hex.slice(4)}`);
    });
    expect(new Set(codes).size).toBe(55);
  });

  test('a document code is read in any case and grouping, and other texts are refused', () => {
    const code = documentCode('01890a5d-ac96-774b-bcce-b302099a8057');
    expect(parseDocumentCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code);
    expect(parseDocumentCode(code.replaceAll('-', ''))).toBe(code);
    for (const text of ['', 'ABCD', `${code}2`, code.replace(/.$/, 'O'), `${code.slice(0, -1)}ç`])
      expect(parseDocumentCode(text)).toBeNull();
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    for (const other of ['fund', `0${id}`, `${id}0`, id.replace('-7', '-4')])
      expect(() => documentCode(other), other).toThrow('no UUID v7');
  });
});
