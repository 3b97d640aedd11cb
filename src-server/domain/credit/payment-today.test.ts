import { expect, test } from 'vitest';
import { paymentToday } from './payment-today.ts';

test('what is paid early is less than agreed, what is late more, and both add up', () => {
  const early = { amount: '120.00', lateFee: '0.00', amountToday: '113.98' };
  const late = { amount: '120.00', lateFee: '2.80', amountToday: '122.80' };
  expect(paymentToday([early, late])).toEqual({
    faceCents: 240_00,
    discountCents: 6_02,
    lateCents: 2_80,
    totalCents: 236_78,
  });
  expect(paymentToday([])).toEqual({ faceCents: 0, discountCents: 0, lateCents: 0, totalCents: 0 });
});
