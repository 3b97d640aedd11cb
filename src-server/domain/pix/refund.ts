import { isReceived, isRefunded } from './comparison.ts';
import { FAIL_REASONS, type ProviderState } from './order.ts';

/** A refund of a payment as the provider lists it (API v3: PENDING, DONE, CANCELLED); it has no id. */
export type RefundAtProvider = {
  status: string;
  amountCents: number;
  description: string | null;
  endToEndId: string | null;
};

/** State of a payment's refund as a whole at the provider; `none`: the provider reports none, or has only taken parts by itself. */
export type RefundStep = 'done' | 'pending' | 'cancelled' | 'none';

type Refunded = {
  status: string;
  amountCents: number;
  refunds: readonly Pick<RefundAtProvider, 'status' | 'amountCents'>[];
};

/** The refund asked for is of all that is left, so refunds that are done and leave something are the provider's own. */
export function refundStep({ status, amountCents, refunds }: Refunded): RefundStep {
  if (isRefunded(status)) return 'done';
  if (!isReceived(status)) return 'pending';
  const isUnderWay = refunds.some((one) => one.status !== 'DONE' && one.status !== 'CANCELLED');
  if (isUnderWay || refundedCents(refunds) >= amountCents) return 'pending';
  return refunds.some((one) => one.status === 'CANCELLED') ? 'cancelled' : 'none';
}

/**
 * The order's id that ends the description of a return's refund, which has no other reference; null: it is not of an order.
 */
export function orderIdIn({ description }: Pick<RefundAtProvider, 'description'>): string | null {
  const last = description?.trim().split(' ').at(-1) ?? '';
  return last.length === UUID.length && last.split('-').length === UUID.parts ? last : null;
}

const UUID = { length: 36, parts: 5 };

/**
 * What the provider gave back by itself, and is not booked yet: refunds that are done, name no order, and are not among `bookedCents`, the
 * amounts of those that are booked. A refund has no id: equal amounts stand for each other.
 */
export function unbookedRefunds(
  refunds: readonly RefundAtProvider[],
  bookedCents: readonly number[],
): RefundAtProvider[] {
  const booked = [...bookedCents];
  return refunds.filter((one) => {
    if (one.status !== 'DONE' || one.amountCents <= 0 || orderIdIn(one) !== null) return false;
    const place = booked.indexOf(one.amountCents);
    if (place >= 0) booked.splice(place, 1);
    return place < 0;
  });
}

/** Given back, or on its way. */
export const refundedCents = (refunds: Refunded['refunds']): number =>
  refunds.reduce((sum, { status, amountCents }) => (status === 'CANCELLED' ? sum : sum + amountCents), 0);

/**
 * The refund of this order among those of its payment; null: the provider has none. 'unclear': one of the same amount tells no order and
 * is not among `bookedCents` (as for `unbookedRefunds`), so that it may be this one, and nothing may be sent.
 */
export function refundOf(
  order: { transactionId: string; amountCents: number },
  refunds: readonly RefundAtProvider[],
  bookedCents: readonly number[],
): RefundAtProvider | null | 'unclear' {
  const own = refunds.find((one) => orderIdIn(one) === order.transactionId);
  if (own) return own;
  const alike = refunds.filter(
    (one) => orderIdIn(one) === null && one.status !== 'CANCELLED' && one.amountCents === order.amountCents,
  );
  const booked = bookedCents.filter((cents) => cents === order.amountCents);
  return alike.length > booked.length ? 'unclear' : null;
}

/** Other statuses than DONE and CANCELLED count as under way. */
export function stateOfRefund({ status, amountCents, endToEndId }: RefundAtProvider): ProviderState {
  const at = { providerId: null, amountCents, endToEndId, payee: null };
  if (status === 'CANCELLED') return { kind: 'failed', at, reason: FAIL_REASONS.failed };
  return { kind: status === 'DONE' ? 'done' : 'processing', at };
}
