import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupSchema } from './lookup.ts';
import { accountNumberFrom, isAccountNumber, parseAccountNumber } from './number.ts';

const base = fc.integer({ min: 0, max: 9_999_999 });

describe('account number', () => {
  it('an account number ends with its Luhn digit', () => {
    // Luhn: 9 + 3 + 5 + 2 + 9 + 9 + 5 = 42 with every other digit doubled; 8 completes 50.
    expect(accountNumberFrom(7992739)).toBe('7992-7398');
    expect(isAccountNumber('7992-7398')).toBe(true);
    expect(accountNumberFrom(0)).toBe('0000-0000');
    expect(accountNumberFrom(1)).toBe('0000-0018');
    // Doubled, 4 is 8 and needs 2; 5 is 10, whose digits sum to 1, and needs 9.
    expect(accountNumberFrom(4)).toBe('0000-0042');
    expect(accountNumberFrom(5)).toBe('0000-0059');
  });

  it('every account number is written 0000-0000 and is valid', () => {
    fc.assert(
      fc.property(base, (number) => {
        const text = accountNumberFrom(number);
        expect(text).toMatch(/^\d{4}-\d{4}$/);
        expect(isAccountNumber(text)).toBe(true);
        expect(parseAccountNumber(text.replace('-', ''))).toBe(text);
      }),
    );
  });

  it('an account number with any one wrong digit is invalid', () => {
    fc.assert(
      fc.property(
        base,
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        (number, place, shift) => {
          const digits = [...accountNumberFrom(number).replace('-', '')];
          digits[place] = String((Number(digits[place]) + shift) % 10);
          const wrong = digits.join('');
          expect(isAccountNumber(`${wrong.slice(0, 4)}-${wrong.slice(4)}`)).toBe(false);
        },
      ),
    );
  });

  it('an account number cannot be made from anything but seven digits', () => {
    for (const wrong of [-1, 10_000_000, 1.5, Number.NaN]) expect(() => accountNumberFrom(wrong)).toThrow();
  });

  it('an account number is read with or without its dash, and from no other text', () => {
    expect(parseAccountNumber(' 7992-7398 ')).toBe('7992-7398');
    for (const text of ['', '1234', '1234-56789', '12-345678', '1234_5678', '١٢٣٤-٥٦٧٨', "1234-567'"]) {
      expect(parseAccountNumber(text)).toBeNull();
    }
  });

  it.each([
    'x7992-7398',
    '00000-0000',
    '0000-00000',
    '7992-7398x',
    '79927398',
    '7992--7398',
    '7992-7399',
    '',
  ])('the text "%s" is no account number', (text) => expect(isAccountNumber(text)).toBe(false));

  it('a looked-up account number gets its dash, and other texts of up to nine characters pass unchanged', () => {
    const found = (accountNumber: string) => lookupSchema.parse({ accountNumber }).accountNumber;
    expect([found(' 79927398 '), found('7'), found('1234-5678')]).toEqual(['7992-7398', '7', '1234-5678']);
    expect(lookupSchema.safeParse({ accountNumber: '1234-56789' }).error?.issues[0]?.message).toBe(
      'Número da conta inválido',
    );
  });

  it('a missing account number gets its message', () => {
    for (const accountNumber of ['', '  ', undefined, null, 12345678, []]) {
      const answer = lookupSchema.safeParse({ accountNumber });
      expect(answer.error?.issues[0]?.message).toBe('Número da conta é obrigatório');
    }
  });
});
