import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCnpj,
  formatCpf,
  formatDocument,
  listedDocument,
  maskDocument,
  parseCnpj,
  parseCpf,
  parseDocument,
  parseListed,
} from './tax-id.ts';
import cnpjVectors from './vectors/cnpj.json' with { type: 'json' };
import cpfVectors from './vectors/cpf.json' with { type: 'json' };

describe('CPF', () => {
  it.each(cpfVectors)('the CPF $input is valid: $expected', ({ input, expected }) => {
    expect(parseCpf(input) !== null).toBe(expected);
  });

  it('a CPF is reduced to its digits, with or without mask', () => {
    for (const text of ['529.982.247-25', ' 52998224725 ', '529 982 247 25'])
      expect(parseCpf(text)).toBe('52998224725');
    for (const text of [
      '',
      '5299822472',
      '529982247255',
      '529.982.247-25x',
      'x529.982.247-25',
      '052998224725',
      '٥٢٩٩٨٢٢٤٧٢٥',
    ])
      expect(parseCpf(text)).toBeNull();
  });

  it('a CPF is shown with its mask, and to others with its ends hidden', () => {
    expect(formatCpf('52998224725')).toBe('529.982.247-25');
    for (const written of ['12345678909', '123.456.789-09', '***.456.789-**'])
      expect(maskDocument(written)).toBe('***.456.789-**');
  });
});

describe('CNPJ', () => {
  it.each(cnpjVectors)('the CNPJ $input is valid: $expected', ({ input, expected }) => {
    expect(parseCnpj(input) !== null).toBe(expected);
  });

  it('a CNPJ is reduced to its characters in capitals, with or without mask', () => {
    for (const text of ['12.ABC.345/01DE-35', '12abc34501de35', ' 12.abc.345/01de-35 '])
      expect(parseCnpj(text)).toBe('12ABC34501DE35');
  });

  it('a CNPJ with other characters around it is invalid', () => {
    for (const text of [
      '012ABC34501DE35',
      '12ABC34501DE350',
      '1112ABC34501DE35',
      '12ABC34501DE3',
      '12ABC34501DEA5',
    ])
      expect(parseCnpj(text)).toBeNull();
  });

  it('a CNPJ is public and shown whole', () => {
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(maskDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  });
});

describe('document', () => {
  it('a document is read as a CPF or a CNPJ', () => {
    expect(parseDocument('529.982.247-25')).toEqual({ kind: 'cpf', digits: '52998224725' });
    expect(parseDocument('12.ABC.345/01DE-35')).toEqual({ kind: 'cnpj', digits: '12ABC34501DE35' });
    expect(parseDocument('52998224726')).toBeNull();
  });

  it('a document is shown with the mask of its kind', () => {
    expect(formatDocument('52998224725')).toBe('529.982.247-25');
    expect(formatDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  });

  it('a masked document is read back to its digits', () => {
    for (const digits of ['52998224725', '12ABC34501DE35', '34665388000161'])
      expect(parseDocument(formatDocument(digits))?.digits).toBe(digits);
  });

  it('a listed document hides the ends of a CPF and of a CNPJ', () => {
    expect(listedDocument('52998224725')).toBe('***.982.247-**');
    expect(listedDocument('12ABC34501DE35')).toBe('**.ABC.345/01DE-**');
    expect(parseListed('**.abc.345/01DE-**')).toEqual({ kind: 'cnpj', shown: 'ABC34501DE' });
    // `like` would take it for any character.
    expect(parseListed('**.___.___/____-**')).toBeNull();
  });

  it('a text that is no document is shown unchanged', () => {
    for (const text of ['', '5299822472', '529982247255', 'x52998224725']) expect(formatCpf(text)).toBe(text);
    for (const text of ['', '12ABC34501DE3', '12ABC34501DE355', '12ABC34501DEXX'])
      expect(formatCnpj(text)).toBe(text);
  });

  it('no other text is read as a document', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const parsed = parseDocument(text);
        if (parsed) expect(parsed.digits).toMatch(/^(\d{11}|[0-9A-Z]{12}\d{2})$/);
      }),
    );
  });
});
