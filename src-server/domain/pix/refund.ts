import { isReceived, isRefunded } from './comparison.ts';

/** State of a payment's refund at the provider; `none`: the provider reports no refund. */
export type RefundStep = 'done' | 'pending' | 'cancelled' | 'none';

/** `refunds`: the statuses of the payment's refunds (API v3: PENDING, DONE, CANCELLED). */
export function refundStep({ status, refunds }: { status: string; refunds: readonly string[] }): RefundStep {
  if (isRefunded(status)) return 'done';
  if (!isReceived(status)) return 'pending';
  if (refunds.length === 0) return 'none';
  return refunds.every((one) => one === 'CANCELLED') ? 'cancelled' : 'pending';
}
