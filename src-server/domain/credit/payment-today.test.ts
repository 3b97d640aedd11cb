import { expect, test } from 'vitest';
import { paymentToday, savedCents } from './payment-today.ts';

test('a payment today adds up early discounts and late fees, and paid instalments show what was saved', () => {
  const early = { amount: '120.00', lateFee: '0.00', amountToday: '113.98' };
  const late = { amount: '120.00', lateFee: '2.80', amountToday: '122.80' };
  expect(paymentToday([early, late])).toEqual({
    faceCents: 240_00,
    discountCents: 6_02,
    lateCents: 2_80,
    totalCents: 236_78,
  });
  const paid = [early, late].map(({ amount, amountToday }) => ({ amount, paidAmount: amountToday }));
  expect(savedCents(paid)).toBe(6_02);
  expect(savedCents([{ amount: '120.00', paidAmount: '0.00' }])).toBe(120_00);
  expect(paymentToday([])).toEqual({ faceCents: 0, discountCents: 0, lateCents: 0, totalCents: 0 });
});
