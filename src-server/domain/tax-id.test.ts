import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCnpj,
  formatCpf,
  formatDocument,
  maskDocument,
  parseCnpj,
  parseCpf,
  parseDocument,
} from './tax-id.ts';
import cnpjVectors from './vectors/cnpj.json' with { type: 'json' };
import cpfVectors from './vectors/cpf.json' with { type: 'json' };

describe('CPF', () => {
  it.each(cpfVectors)('$input: $expected', ({ input, expected }) => {
    expect(parseCpf(input) !== null).toBe(expected);
  });

  it('is its digits, whatever the mask', () => {
    for (const text of ['529.982.247-25', ' 52998224725 ', '529 982 247 25'])
      expect(parseCpf(text)).toBe('52998224725');
    for (const text of ['', '5299822472', '529982247255', '529.982.247-25x', '٥٢٩٩٨٢٢٤٧٢٥'])
      expect(parseCpf(text)).toBeNull();
  });

  it('is shown with its mask, and to others without its ends', () => {
    expect(formatCpf('52998224725')).toBe('529.982.247-25');
    for (const written of ['12345678909', '123.456.789-09', '***.456.789-**'])
      expect(maskDocument(written)).toBe('***.456.789-**');
  });
});

describe('CNPJ', () => {
  it.each(cnpjVectors)('$input: $expected', ({ input, expected }) => {
    expect(parseCnpj(input) !== null).toBe(expected);
  });

  it('is its characters in capitals, whatever the mask', () => {
    for (const text of ['12.ABC.345/01DE-35', '12abc34501de35', ' 12.abc.345/01de-35 '])
      expect(parseCnpj(text)).toBe('12ABC34501DE35');
  });

  it('is public, so shown whole', () => {
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(maskDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  });
});

describe('document', () => {
  it('is one or the other', () => {
    expect(parseDocument('529.982.247-25')).toEqual({ kind: 'cpf', digits: '52998224725' });
    expect(parseDocument('12.ABC.345/01DE-35')).toEqual({ kind: 'cnpj', digits: '12ABC34501DE35' });
    expect(parseDocument('52998224726')).toBeNull();
  });

  it('survives its own mask', () => {
    for (const digits of ['52998224725', '12ABC34501DE35', '34665388000161'])
      expect(parseDocument(formatDocument(digits))?.digits).toBe(digits);
  });

  it('is never made of any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const parsed = parseDocument(text);
        if (parsed) expect(parsed.digits).toMatch(/^(\d{11}|[0-9A-Z]{12}\d{2})$/);
      }),
    );
  });
});
