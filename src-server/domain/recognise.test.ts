import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accountNumberFrom } from './account/number.ts';
import { writeBrCode } from './pix/br-code.ts';
import { type Recognised, recognise } from './recognise.ts';

const TODAY = '2026-11-21';
const read = <Row>(name: string): Row[] =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), 'utf8'));

const kinds = (text: string) => recognise(text, TODAY).map(({ kind }) => kind);
const first = (text: string): Recognised | undefined => recognise(text, TODAY)[0];

const PAYLOAD = writeBrCode({
  key: 'ana@correio.example',
  name: 'Ana Souza',
  city: 'SAO PAULO',
  amountCents: 1234,
});

describe('recognising a pasted text', () => {
  test('a PIX code is recognised alone and inside a message', () => {
    expect(first(PAYLOAD)).toMatchObject({
      kind: 'pixCode',
      code: { amountCents: 1234, name: 'Ana Souza' },
    });
    expect(first(`Oi! Segue o pix:\n${PAYLOAD}\nObrigada`)).toMatchObject({
      kind: 'pixCode',
      payload: PAYLOAD,
    });
    expect(kinds('5903Ana6009SAO PAULO6304ABCD')).toEqual([]);
    expect(kinds(`${' '.repeat(3_000)}7992-7398`)).toEqual(['account']);
    for (const glued of [`${PAYLOAD}. Obrigada`, `código:${PAYLOAD} ok`, ` ${PAYLOAD}`])
      expect(first(glued)).toMatchObject({ kind: 'pixCode', payload: PAYLOAD });
    expect(kinds(`Olá!\u00a0${'x'.repeat(2_000 - PAYLOAD.length - 5)}${PAYLOAD}`)).toEqual(['pixCode']);
    expect(kinds(`Olá!\u00a0${'x'.repeat(2_001 - PAYLOAD.length - 5)}${PAYLOAD}`)).toEqual([]);
    const valid = read<{ op: string; input: string; expected: { valid?: boolean } }>('pix-brcode').filter(
      ({ op, expected }) => op === 'parse' && expected.valid === true,
    );
    expect(valid.length).toBeGreaterThan(3);
    for (const { input } of valid) expect(kinds(input)).toEqual(['pixCode']);
  });

  test('a damaged PIX code is reported as damaged', () => {
    expect(first(PAYLOAD.replace('Ana', 'Ane'))).toEqual({ kind: 'brokenPixCode', fault: 'crc' });
    expect(first(PAYLOAD.slice(0, -10))).toMatchObject({ kind: 'brokenPixCode' });
  });

  test('a boleto line or barcode is recognised, and a wrong block is named', () => {
    type Vector = { input: string; expected: { valid: boolean; line: string } };
    for (const { input, expected } of [...read<Vector>('boleto-bank'), ...read<Vector>('boleto-utility')]) {
      if (expected.valid)
        expect(first(input)).toMatchObject({ kind: 'boleto', boleto: { line: expected.line } });
      else expect(kinds(input)).not.toContain('boleto');
    }
    expect(first('10493.00650 61000.100042 00997.263900 9 89810000021403')).toMatchObject({
      kind: 'brokenBoleto',
      fault: 'field1',
    });
    // A digit short, with every complete block right.
    expect(first('10492.00650 61000.100042 00997.263900 9 8981000002140')).toMatchObject({
      kind: 'brokenBoleto',
      fault: 'length',
    });
  });

  test('an account number is recognised by its check digit', () => {
    for (const base of [0, 1, 1234567, 9_999_999]) {
      const accountNumber = accountNumberFrom(base);
      expect(first(accountNumber)).toEqual({ kind: 'account', accountNumber });
      expect(first(` ${accountNumber.replace('-', '')} `)).toEqual({ kind: 'account', accountNumber });
      const wrong = accountNumber.slice(0, -1) + ((Number(accountNumber.at(-1)) + 1) % 10);
      expect(first(wrong)).toEqual({ kind: 'brokenAccount', accountNumber: wrong });
      expect(kinds(wrong.replace('-', ''))).toEqual([]);
    }
  });

  test('a CPF or CNPJ is recognised as tax id and PIX key, other keys as PIX key', () => {
    expect(kinds('529.982.247-25')).toEqual(['taxId', 'pixKey']);
    expect(kinds('12.abc.345/01de-35')).toEqual(['taxId', 'pixKey']);
    for (const { input, expected } of read<{ input: string; expected: { type: string } | null }>('pix-key'))
      if (expected?.type) expect(recognise(input, TODAY).at(-1)?.kind).toBe('pixKey');
    expect(kinds('529.982.247-26')).toEqual([]);
  });

  test('plain words are recognised as nothing, and no text makes recognition throw', () => {
    for (const words of [
      '',
      'extrato',
      'Ana Souza',
      '2026',
      '0001-9',
      '🌄',
      '8'.repeat(43),
      'x'.repeat(9000),
    ])
      expect(kinds(words)).toEqual([]);
    for (let size = 0; size < PAYLOAD.length; size += 1)
      expect(() => kinds(PAYLOAD.slice(size))).not.toThrow();
  });
});
