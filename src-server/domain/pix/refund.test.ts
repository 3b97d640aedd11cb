import { expect, test } from 'vitest';
import { refundStep } from './refund.ts';

test.each([
  ['REFUNDED', [], 'done'],
  ['REFUNDED', ['DONE'], 'done'],
  ['REFUND_REQUESTED', [], 'pending'],
  ['REFUND_IN_PROGRESS', ['PENDING'], 'pending'],
  ['RECEIVED', [], 'none'],
  ['RECEIVED', ['PENDING'], 'pending'],
  ['RECEIVED', ['CANCELLED', 'PENDING'], 'pending'],
  ['RECEIVED', ['CANCELLED'], 'cancelled'],
] as const)('a payment that is %s with refunds %s has a refund that is %s', (status, refunds, step) => {
  expect(refundStep({ status, refunds })).toBe(step);
});
