import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBrl, parseDecimal } from '#domain/money';
import { decimalToDisplay, pastedToDecimal, typedToDecimal } from './decimal-text.ts';

describe('typing an amount', () => {
  it('each typed digit of an amount moves the earlier digits one place to the left', () => {
    const shown = ['1', '0,012', '0,123', '1,234'].map((text) => decimalToDisplay(typedToDecimal(text)));
    expect(shown).toEqual(['0,01', '0,12', '1,23', '12,34']);
  });

  it('the amount is empty again when everything is deleted', () => {
    expect(typedToDecimal('')).toBe('');
    expect(typedToDecimal('0,00')).toBe('');
    expect(decimalToDisplay('')).toBe('');
  });

  it('every typed amount is shown as the bank prints it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999_999 }), (amountCents) => {
        const decimal = typedToDecimal(String(amountCents));
        expect(parseDecimal(decimal)).toBe(amountCents);
        expect(`R$\u00a0${decimalToDisplay(decimal)}`).toBe(formatBrl(amountCents));
      }),
    );
  });
});

describe('pasting an amount', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1234.56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['R$ 1.234,56', '1234.56'],
    ['R$\u00a0250,00', '250.00'],
    ['250', '250.00'],
    ['1.234', '1234.00'],
    ['0,5', '0.50'],
  ])('pasting "%s" gives %s', (pasted, decimal) => expect(pastedToDecimal(pasted)).toBe(decimal));

  it.each(['', 'abc', '-10,00', '0,00', '1,2,3', '12,345,6', '10 e 20x'])(
    'pasting "%s" gives no amount',
    (pasted) => expect(pastedToDecimal(pasted)).toBeNull(),
  );
});
