import { describe, expect, it } from 'vitest';
import { formatCep, parseCep } from './cep.ts';
import { parsePhone } from './phone.ts';
import { formatPhone } from './phone-format.ts';
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
  });
});

describe('postal code', () => {
  it('a postal code has eight digits, with or without its dash', () => {
    for (const text of ['09710-001', '09710001', ' 09.710-001 ']) expect(parseCep(text)).toBe('09710001');
    for (const text of ['', '0971000', '097100011', '09710_001', '0971000a'])
      expect(parseCep(text)).toBeNull();
    expect(formatCep('09710001')).toBe('09710-001');
  });
});
