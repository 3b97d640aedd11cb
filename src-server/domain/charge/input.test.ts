import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDecimal } from '#domain/money';
import { refusalsOf } from '#domain/testing/refusals';
import { chargeFormSchema } from './input.ts';

const CHARGE = { description: 'Aula', dueDate: '2026-03-20' };
const refusals = (charge: object) => refusalsOf(chargeFormSchema, { ...CHARGE, ...charge });

/** In cents, multiples of R$ 0.10, so that a tenth of it is whole. */
const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((tenths) => tenths * 10);

test('a fine in reais may be a tenth of any amount to the cent, and not a cent more', () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const fine = (fineCents: number) => ({ mode: 'value', value: toDecimal(fineCents) });
      const amount = toDecimal(cents);
      expect(refusals({ amount, fine: fine(cents / 10) })).toEqual({});
      expect(Object.keys(refusals({ amount, fine: fine(cents / 10 + 1) }))).toEqual(['fine.value']);
    }),
  );
});

test('a discount leaves at least a cent of any amount', () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const amount = toDecimal(cents);
      const discount = (value: string, mode = 'value') => ({ mode, value });
      const whole = discount(amount);
      expect(Object.keys(refusals({ amount, discount: whole }))).toEqual(['discount.value']);
      expect(refusals({ amount, discount: discount(toDecimal(cents - 1)) })).toEqual({});
    }),
  );
  // A percentage is rounded to cents.
  const most = { mode: 'percent', value: '99.99' };
  expect(Object.keys(refusals({ amount: '0.50', discount: most }))).toEqual(['discount.value']);
  expect(refusals({ amount: '100.00', discount: most })).toEqual({});
});
