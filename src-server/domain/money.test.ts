import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { signedAmountSchema, typedAmountSchema } from './amount.ts';
import { centsOf, formatBrl, MAX_AMOUNT_CENTS, parseDecimal, ratioOf, toDecimal } from './money.ts';

describe('money as text', () => {
  it('an amount written as text is read back to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS }), (cents) => {
        expect(parseDecimal(toDecimal(cents))).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });

  it.each([
    ['0', 0],
    ['-0', 0],
    ['12', 1200],
    ['12.3', 1230],
    ['-12.34', -1234],
    ['100000000000', MAX_AMOUNT_CENTS],
  ])('the text "%s" is %i cents', (text, cents) => {
    expect(parseDecimal(text)).toBe(cents);
  });

  it.each([
    '',
    ' ',
    '1,50',
    '0.001',
    '1e2',
    '+1',
    '1.',
    '.5',
    '--1',
    ' 1',
    '1 ',
    '0x10',
    'NaN',
    'Infinity',
    '١',
    '1.234.56',
    '100000000000.01',
    '99999999999999999999',
  ])('the text %j is no amount', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('amounts are shown in reais with a true minus sign', () => {
    expect(formatBrl(123_456_789)).toBe('R$\u00a01.234.567,89');
    expect(formatBrl(-5)).toBe('−R$\u00a00,05');
  });
});

test('decimal text written by the bank becomes cents, and malformed text becomes zero', () => {
  expect([centsOf('12.34'), centsOf('-0.01'), centsOf('0.00'), centsOf('doze')]).toEqual([1234, -1, 0, 0]);
});

describe('an amount of an input', () => {
  it.each([
    [0.1, 10],
    [1e2, 10_000],
    [-5.25, -525],
    ['7.5', 750],
  ] as const)('the incoming amount %s is %i cents', (given, cents) => {
    expect(signedAmountSchema.parse(given)).toBe(cents);
  });

  it.each([
    0.1 + 0.2,
    1e21,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1e2',
    true,
    [],
    ['1'],
    {},
    null,
    '',
    10n,
  ])('the incoming value "%s" is no amount', (given) => {
    expect(signedAmountSchema.safeParse(given).success).toBe(false);
  });
});

describe('the ratio of two amounts', () => {
  it.each([
    ['2.50', '10.00', 0.25],
    ['10', '10', 1],
    ['0', '10', 0],
    ['5', '0', 0],
    ['', '10', 0],
    ['10', '', 0],
  ])('the ratio of %j to %j is %d', (part, whole, ratio) => {
    expect(ratioOf(part, whole)).toBe(ratio);
  });
});

describe('an amount in a form', () => {
  it('a typed amount is above zero, and an empty one is refused', () => {
    expect(typedAmountSchema.parse('0.01')).toBe(1);
    expect(typedAmountSchema.parse(12)).toBe(1_200);
    for (const typed of ['', '0', '-1'])
      expect(typedAmountSchema.safeParse(typed).error?.issues[0]?.message).toBe(
        'Valor deve ser maior que zero',
      );
  });
});
