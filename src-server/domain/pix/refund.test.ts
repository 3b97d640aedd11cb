import { expect, test } from 'vitest';
import {
  isProvidersOwn,
  lastWordOf,
  refundedCents,
  refundOf,
  refundStep,
  stateOfRefund,
  unbookedRefunds,
} from './refund.ts';

test.each([
  ['REFUNDED', [], 'done'],
  ['REFUNDED', ['DONE'], 'done'],
  ['REFUND_REQUESTED', [], 'pending'],
  ['REFUND_IN_PROGRESS', ['PENDING'], 'pending'],
  ['RECEIVED', [], 'none'],
  ['RECEIVED', ['PENDING'], 'pending'],
  ['RECEIVED', ['CANCELLED', 'PENDING'], 'pending'],
  ['RECEIVED', ['CANCELLED'], 'cancelled'],
  ['RECEIVED', ['DONE'], 'none'],
  ['RECEIVED', ['DONE', 'CANCELLED'], 'cancelled'],
  ['RECEIVED', ['DONE', 'PENDING'], 'pending'],
  ['RECEIVED', ['DONE', 'DONE'], 'pending'],
] as const)(
  'a payment of 60 that is %s with refunds %s of 30 has a refund that is %s',
  (status, refunds, step) => {
    const each = refunds.map((one) => ({ status: one, amountCents: 30 }));
    expect(refundStep({ status, amountCents: 60, refunds: each })).toBe(step);
  },
);

const ORDER = '01973f5e-2a4c-7b10-9d3e-5f60718293a4';
const refund = (description: string | null, amountCents = 500, status = 'DONE') => ({
  status,
  amountCents,
  description,
  endToEndId: 'D1',
});

const OTHER = '01973f5e-2a4c-7b10-9d3e-000000000000';
/** That the bank has booked so much of the provider's own, beside returns of these orders. */
const known = (bookedCents: number[], orderIds = [ORDER, OTHER]) => ({
  orderIds: new Set(orderIds),
  bookedCents,
});

test('a refund tells its order by the end of its description; any other is the provider’s own', () => {
  expect(lastWordOf(refund(`Valor errado ${ORDER}`))).toBe(ORDER);
  expect(isProvidersOwn(refund(`${ORDER} `), known([]))).toBe(false);
  const contested = 'MED 3fa85f64-5717-4562-b3fc-2c963f66afa6';
  for (const text of [null, '', 'Valor errado', 'x'.repeat(36), `${ORDER} por engano`, contested])
    expect(isProvidersOwn(refund(text), known([]))).toBe(true);
  expect(unbookedRefunds([refund(contested)], known([]))).toEqual([refund(contested)]);
});

test('an order’s refund is found among others of the same amount; one that tells no order may be it', () => {
  const order = { transactionId: ORDER, amountCents: 500 };
  const other = refund(`Valor errado ${OTHER}`);
  expect(refundOf(order, [other, refund(ORDER)], known([]))).toEqual(refund(ORDER));
  expect(refundOf(order, [other], known([]))).toBeNull();
  expect(refundOf(order, [refund('No painel')], known([]))).toBe('unclear');
  expect(refundOf(order, [refund('No painel')], known([500]))).toBeNull();
  expect(refundOf(order, [refund('No painel'), refund(null)], known([500]))).toBe('unclear');
  expect(
    refundOf(order, [refund('No painel', 499), refund('No painel', 500, 'CANCELLED')], known([])),
  ).toBeNull();
});

test('a refund is under way until the provider ends it, and counts unless it was cancelled', () => {
  const at = { providerId: null, amountCents: 500, endToEndId: 'D1', payee: null };
  expect(stateOfRefund(refund(ORDER))).toEqual({ kind: 'done', at });
  expect(stateOfRefund(refund(ORDER, 500, 'PENDING'))).toEqual({ kind: 'processing', at });
  expect(stateOfRefund(refund(ORDER, 500, 'CANCELLED'))).toMatchObject({ kind: 'failed', at });
  expect(refundedCents([refund(ORDER), refund(null, 30, 'PENDING'), refund(null, 7, 'CANCELLED')])).toBe(530);
});

test('what the provider gave back by itself is what is done, names no order, and is not booked yet', () => {
  const [own, open, off] = [refund(ORDER), refund(null, 500, 'PENDING'), refund(null, 500, 'CANCELLED')];
  const made = [refund(null), refund('No painel'), refund(null, 70)];
  expect(unbookedRefunds([own, open, off, ...made], known([]))).toEqual(made);
  expect(unbookedRefunds([own, ...made], known([500]))).toEqual([refund('No painel'), refund(null, 70)]);
  expect(unbookedRefunds([own, ...made], known([70, 500, 500]))).toEqual([]);
  expect(unbookedRefunds([own, ...made], known([71]))).toEqual(made);
  expect(unbookedRefunds([refund(null, 0), refund(null, -400)], known([]))).toEqual([]);
});
