import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import { parseDecimal, toDecimal } from '#domain/money';
import { isEndToEndId } from '#domain/testing/end-to-end-id';
import codeVectors from '../vectors/pix-brcode.json' with { type: 'json' };
import endToEndVectors from '../vectors/pix-end-to-end.json' with { type: 'json' };
import keyVectors from '../vectors/pix-key.json' with { type: 'json' };
import { ascii, maxInfoLength, readBrCode, writeBrCode } from './br-code.ts';
import { parsePixKey } from './key.ts';

type Written = { key: string; name: string; city: string; info?: string; amount?: string; txid?: string };

const write = ({ amount, ...rest }: Written): string =>
  writeBrCode({ ...rest, amountCents: amount ? parseDecimal(amount) : null });

function readInVectorWords(text: string) {
  const reading = readBrCode(text);
  if (!reading.ok) return { valid: false, error: reading.fault };
  const { amountCents, ...rest } = reading.code;
  return { valid: true, amount: amountCents === null ? null : toDecimal(amountCents), ...rest };
}

/** Independent CRC-16/CCITT-FALSE by table. */
const SUMS = Array.from({ length: 256 }, (_, byte) => {
  const shifted = (sum: number): number => (sum >= 0x8000 ? ((sum * 2) % 0x10000) ^ 0x1021 : sum * 2);
  return Array.from({ length: 8 }).reduce<number>(shifted, byte * 256);
});
const checkSum = (text: string): string =>
  Buffer.from(text, 'latin1')
    .reduce((sum, byte) => ((sum % 256) * 256) ^ (SUMS[Math.floor(sum / 256) ^ byte] ?? 0), 0xffff)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
const seal = (text: string): string => text + checkSum(text);

const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;
const value = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: 'grapheme-ascii' });
const codes = fc
  .record({
    key: value(40),
    place: fc.constantFrom('01', '01', '01', '25', '02'),
    template: fc.integer({ min: 26, max: 51 }),
    amount: fc.option(
      fc.oneof(
        fc.integer({ min: -10, max: 10 ** 9 }).map((cents) => `${cents / 100}`),
        value(14),
      ),
    ),
    name: value(27),
    city: value(17),
    txid: fc.oneof(fc.constant('***'), value(5), fc.stringMatching(/^[A-Za-z0-9]{1,26}$/)),
    currency: fc.constantFrom('986', '986', '986', '986', '840'),
    country: fc.constantFrom('BR', 'BR', 'BR', 'BR', 'AR'),
  })
  .map(({ key, place, template, amount, name, city, txid, currency, country }) =>
    seal(
      `${field('00', '01')}${field(String(template), field('00', 'br.gov.bcb.pix') + field(place, key))}${field('52', '0000')}${field('53', currency)}${amount === null ? '' : field('54', amount)}${field('58', country)}${field('59', name)}${field('60', city)}${field('62', field('05', txid))}6304`,
    ),
  );

type Edit = [how: string, place: number, character: string];
const edits = fc.array(
  fc.tuple(
    fc.constantFrom('other', 'gone', 'twice', 'swapped', 'more'),
    fc.nat(250),
    fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.nat(9).map(String)),
  ),
  { minLength: 1, maxLength: 3 },
);
function edit(text: string, [how, anywhere, character]: Edit): string {
  const place = anywhere % Math.max(1, text.length);
  const [before, at, after] = [text.slice(0, place), text.slice(place, place + 1), text.slice(place + 1)];
  if (how === 'other') return before + character + after;
  if (how === 'gone') return before + after;
  if (how === 'twice') return before + at + at + after;
  if (how === 'swapped') return before + after.slice(0, 1) + at + after.slice(1);
  return before + at + character + after;
}

test("the test's own checksum matches the published example", () =>
  expect(checkSum('123456789')).toBe('29B1'));

function titleOf(op: string, number: number, input: unknown, expected: unknown): string {
  if (op === 'generate') return `BR Code vector ${number} is written for ${(input as Written).name}`;
  if (op !== 'parse') return `"${(input as Written).name}" is written without accents in a BR Code`;
  const { valid, error, name } = expected as { valid?: boolean; error?: string; name?: string };
  return `BR Code vector ${number} is ${valid === false ? `refused: ${error}` : `read with the name ${name}`}`;
}

describe('the BR Code', () => {
  for (const [number, { op, input, expected }] of codeVectors.entries()) {
    test(titleOf(op, number, input, expected), () => {
      if (op === 'parse') expect(readInVectorWords(input as string)).toEqual(expected);
      else if (op === 'generate') expect(write(input as Written)).toBe(expected);
      else {
        const { name, city } = input as Written;
        expect({ name: ascii(name, 25), city: ascii(city, 15) }).toEqual(expected);
      }
    });
  }

  test('a written BR Code is read back with the same key, amount, name and city', () => {
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

  test('the room for a description in a BR Code depends on the key', () => {
    expect(maxInfoLength('11144477735')).toBe(62);
    expect(maxInfoLength('+5561912345678')).toBe(59);
  });

  test('the BR Code reader answers any text, and accepts none with a wrong checksum or a field out of bounds', {
    tags: ['scaled'],
    timeout: 300_000,
  }, () => {
    const numRuns = proofScale(100_000);
    const seen = { accepted: 0, 'refused for its sum': 0, 'refused for something else': 0 };
    const valid = codeVectors.flatMap(({ op, input }) =>
      op === 'parse' && readBrCode(input as string).ok ? [input as string] : [],
    );
    const edited = fc
      .tuple(fc.oneof(fc.constantFrom(...valid), codes), edits)
      .map(([text, all]) => all.reduce(edit, text));
    // Recompute the checksum, so that the change itself must be detected.
    const resealed = edited.map((text) => seal(text.slice(0, -4)));
    const otherSum = codes.map((text) => text.slice(0, -4) + checkSum(text));
    const pasted = fc.oneof(
      otherSum,
      fc.string(),
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      codes,
      edited,
      resealed,
    );
    fc.assert(
      fc.property(pasted, (text) => {
        const reading = readBrCode(text);
        if (!reading.ok) {
          seen[reading.fault === 'crc' ? 'refused for its sum' : 'refused for something else'] += 1;
          return;
        }
        seen.accepted += 1;
        const { key, url, name, city, amountCents, crc } = reading.code;
        const payload = text.trim();
        expect(payload).toBe(seal(payload.slice(0, -4)));
        expect(payload.endsWith(`6304${crc}`)).toBe(true);
        expect((key === null) !== (url === null)).toBe(true);
        expect(name.length > 0 && name.length <= 25 && city.length > 0 && city.length <= 15).toBe(true);
        expect(amountCents === null || (Number.isSafeInteger(amountCents) && amountCents > 0)).toBe(true);
      }),
      { numRuns },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns * 0.03);
  });

  test('a BR Code with any one character changed is refused', () => {
    for (const { op, input } of codeVectors) {
      if (op !== 'parse' || !readBrCode(input as string).ok) continue;
      const text = (input as string).trim();
      for (let place = 0; place < text.length; place += 1)
        for (const other of '0123456789ABCDFZaz .-*')
          if (other !== text[place] && (other !== ' ' || (place > 0 && place < text.length - 1)))
            expect(readBrCode(text.slice(0, place) + other + text.slice(place + 1)).ok).toBe(false);
    }
  });
});

describe('keys', () => {
  for (const { input, expected } of keyVectors)
    test(`"${input}" is ${expected ? `a PIX key of type ${expected.type}` : 'no PIX key'}`, () =>
      expect(parsePixKey(input)).toEqual(expected));
});

for (const { input, expected } of endToEndVectors)
  test(`${input} is ${expected ? 'an' : 'no'} end-to-end id`, () =>
    expect(isEndToEndId(input)).toBe(expected));
