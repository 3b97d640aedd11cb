import emv from 'emvco-qr-sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../vectors/pix-brcode.json' with { type: 'json' };
import { readBrCode, writeBrCode } from './br-code.ts';

type Field = { tag: string; value: string; subTags?: Field[] };

/** As another package reads a code; null if it finds its structure or checksum wrong. */
function readElsewhere(text: string) {
  const { tlvs, crc } = emv.parseFullQR(text.trim(), { recursiveParsing: true });
  if (!crc.isValid) return null;
  const fields: Field[] = tlvs;
  const valueAt = (all: readonly Field[] | undefined, tag: string) =>
    all?.find((one) => one.tag === tag)?.value ?? null;
  const pix = fields.find(
    ({ tag, subTags }) => tag >= '26' && tag <= '51' && valueAt(subTags, '00') === 'br.gov.bcb.pix',
  );
  return {
    key: valueAt(pix?.subTags, '01'),
    url: valueAt(pix?.subTags, '25'),
    amount: valueAt(fields, '54'),
    name: valueAt(fields, '59'),
    city: valueAt(fields, '60'),
    crc: crc.value,
  };
}

test('emvco-qr-sdk reads each valid vector of BR Codes as this bank does', () => {
  const texts = vectors.flatMap(({ op, input }) => (op === 'parse' ? [String(input)] : []));
  const valid = texts.filter((text) => readBrCode(text).ok);
  expect(valid.length).toBeGreaterThanOrEqual(9);
  for (const text of valid) {
    const reading = readBrCode(text);
    if (!reading.ok) continue;
    const { key, url, name, city, crc, amountCents } = reading.code;
    const { amount, ...read } = readElsewhere(text) ?? { amount: null };
    expect(read).toEqual({ key, url, name, city, crc });
    expect(amount === null ? null : Math.round(Number(amount) * 100)).toBe(amountCents);
  }
});

test('what emvco-qr-sdk finds wrong in structure or checksum this bank refuses', () => {
  for (const { op, input, expected } of vectors) {
    if (op !== 'parse' || (expected as { error?: string }).error !== 'crc') continue;
    expect(readElsewhere(String(input))).toBeNull();
  }
  const path = fc.stringMatching(/^[a-z0-9/]{1,40}$/);
  fc.assert(
    fc.property(path, fc.nat(300), fc.stringMatching(/^[A-Z0-9]$/), (rest, place, other) => {
      const text = writeBrCode({ url: `pix.example.com/${rest}`, name: 'Ana', city: 'Santos' });
      expect(readElsewhere(text)).toMatchObject({ url: `pix.example.com/${rest}`, name: 'Ana' });
      const changed = text.slice(0, place % text.length) + other + text.slice((place % text.length) + 1);
      if (changed === text) return;
      expect(readBrCode(changed).ok).toBe(false);
    }),
  );
});

test('a dynamic BR Code of this bank is read elsewhere with its URL, for one payment, without an amount or identifier', () => {
  const url = `pix.example.com/${'a'.repeat(61)}`;
  const text = writeBrCode({ url, name: 'José Antônio', city: 'Brasília' });
  expect(text).toContain('010212');
  expect(readElsewhere(text)).toMatchObject({
    key: null,
    url,
    amount: null,
    name: 'Jose Antonio',
    city: 'Brasilia',
  });
  expect(() => writeBrCode({ url: `${url}a`, name: 'Ana', city: 'Santos' })).toThrow('no room');
});
