import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal, toDecimal } from '#domain/money';
import codeVectors from '../vectors/pix-brcode.json' with { type: 'json' };
import endToEndVectors from '../vectors/pix-end-to-end.json' with { type: 'json' };
import keyVectors from '../vectors/pix-key.json' with { type: 'json' };
import { ascii, infoRoom, readBrCode, writeBrCode } from './br-code.ts';
import { isEndToEndId, parsePixKey } from './key.ts';

type Written = { key: string; name: string; city: string; info?: string; amount?: string; txid?: string };

const write = ({ amount, ...rest }: Written): string =>
  writeBrCode({ ...rest, amountCents: amount ? parseDecimal(amount) : null });

function readInVectorWords(text: string) {
  const reading = readBrCode(text);
  if (!reading.ok) return { valid: false, error: reading.fault };
  const { amountCents, ...rest } = reading.code;
  return { valid: true, amount: amountCents === null ? null : toDecimal(amountCents), ...rest };
}

describe('the BR Code', () => {
  for (const [number, { op, input, expected }] of codeVectors.entries()) {
    test(`${op} ${number}`, () => {
      if (op === 'parse') expect(readInVectorWords(input as string)).toEqual(expected);
      else if (op === 'generate') expect(write(input as Written)).toBe(expected);
      else {
        const { name, city } = input as Written;
        expect({ name: ascii(name, 25), city: ascii(city, 15) }).toEqual(expected);
      }
    });
  }

  test('what is written is read back', () => {
    const words = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' })
      .map((text) => `A${text}`);
    fc.assert(
      fc.property(
        words,
        words,
        fc.option(fc.integer({ min: 1, max: 99_999_999_99 })),
        (name, city, amountCents) => {
          const text = writeBrCode({ key: '11144477735', name, city, amountCents });
          expect(readBrCode(text)).toMatchObject({
            ok: true,
            code: { key: '11144477735', amountCents, name: ascii(name, 25), city: ascii(city, 15) },
          });
        },
      ),
    );
  });

  test('room for a description depends on the key', () => {
    expect(infoRoom('11144477735')).toBe(62);
    expect(infoRoom('+5561912345678')).toBe(59);
  });

  test('whatever is pasted, the reader answers, and one changed character is noticed', () => {
    const valid = codeVectors.flatMap(({ op, input }) =>
      op === 'parse' && readBrCode(input as string).ok ? [input as string] : [],
    );
    const changed = fc
      .tuple(fc.constantFrom(...valid), fc.nat(300), fc.string({ minLength: 1, maxLength: 1 }))
      .map(([text, place, other]) => {
        const at = place % text.length;
        return { text, other: text.slice(0, at) + other + text.slice(at + 1) };
      });
    fc.assert(
      fc.property(fc.oneof(fc.string(), changed), (pasted) => {
        if (typeof pasted === 'string') readBrCode(pasted);
        else if (pasted.other !== pasted.text && pasted.other.trim() !== pasted.text)
          expect(readBrCode(pasted.other).ok).toBe(false);
      }),
      { numRuns: 100_000 },
    );
  });
});

describe('keys', () => {
  for (const { input, expected } of keyVectors)
    test(`${input} is ${expected?.type ?? 'none'}`, () => expect(parsePixKey(input)).toEqual(expected));
});

for (const { input, expected } of endToEndVectors)
  test(`${input} is ${expected ? 'an' : 'no'} end-to-end id`, () =>
    expect(isEndToEndId(input)).toBe(expected));
