import { describe, expect, it } from 'vitest';
import { cepSchema, formatCep, parseCep } from './cep.ts';
import { parsePhone, phoneSchema } from './phone.ts';
import { formatPhone, listedPhone } from './phone-format.ts';
import vectors from './vectors/phone.json' with { type: 'json' };

describe('phone', () => {
  it.each(vectors)('the phone $input is valid: $expected.valid', ({ input, expected }) => {
    expect(parsePhone(input)).toBe(expected.valid ? expected.e164?.slice(3) : null);
  });

  it('a phone has ten or eleven digits after an optional country code', () => {
    for (const text of ['', '119876543', '119876543210', '5511987654321000', '11 9876x4321', '(11)'])
      expect(parsePhone(text), text).toBeNull();
    // 55 is both the country code and the area code of Santa Maria.
    expect(parsePhone('5532221234')).toBe('5532221234');
    expect(parsePhone('+55 (55) 99999-1234')).toBe('55999991234');
  });

  it('a phone is shown with its mask', () => {
    expect(formatPhone('11987654321')).toBe('(11) 98765-4321');
    expect(formatPhone('1130000000')).toBe('(11) 3000-0000');
    for (const text of ['', '119876543', '119876543210', '+5511987654321'])
      expect(formatPhone(text)).toBe(text);
  });

  it('a listed phone hides all but its area and its last four digits', () => {
    expect(listedPhone('11987654321')).toBe('(11) *****-4321');
    expect(listedPhone('1130000000')).toBe('(11) ****-0000');
  });

  it('a phone of eleven digits keeps its area code 55', () => {
    expect(parsePhone('55999991234')).toBe('55999991234');
    expect(parsePhone('555532221234')).toBe('5532221234');
  });

  it('a phone and a postal code are typed in 30 and 20 characters at most', () => {
    expect(phoneSchema.parse('11987654321'.padEnd(30))).toBe('11987654321');
    expect(cepSchema.parse('09710001'.padEnd(20))).toBe('09710001');
    const said = (schema: typeof phoneSchema | typeof cepSchema, text: string) => [
      ...new Set(schema.safeParse(text).error?.issues.map(({ message }) => message)),
    ];
    expect(said(phoneSchema, '11987654321'.padEnd(31))).toEqual(['Telefone inválido']);
    expect(said(cepSchema, '09710001'.padEnd(21))).toEqual(['CEP inválido']);
  });
});

describe('postal code', () => {
  it('a postal code has eight digits, with or without its dash', () => {
    for (const text of ['09710-001', '09710001', ' 09.710-001 ']) expect(parseCep(text)).toBe('09710001');
    for (const text of ['', '0971000', '097100011', '09710_001', '0971000a'])
      expect(parseCep(text)).toBeNull();
    expect(formatCep('09710001')).toBe('09710-001');
    for (const text of ['', '0971000', '097100011', 'x09710001']) expect(formatCep(text)).toBe(text);
  });
});
