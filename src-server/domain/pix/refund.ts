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
 * What the bank has of a payment's returns. `orderIds`: of its receiver's. `bookedCents`: the amounts of those that the provider made by
 * itself and that are booked; a refund has no id, so equal amounts stand for each other.
 */
export type KnownReturns = { orderIds: ReadonlySet<string>; bookedCents: readonly number[] };

type Described = Pick<RefundAtProvider, 'description'>;

/** The last word of a refund's description, which is the order's id if it is of an order: it has no other reference. */
export const lastWordOf = ({ description }: Described): string => description?.trim().split(' ').at(-1) ?? '';

/** Whether the provider made it by itself, whatever else it names (the id of a contestation looks like an order's). */
export const isProvidersOwn = (refund: Described, { orderIds }: Pick<KnownReturns, 'orderIds'>): boolean =>
  !orderIds.has(lastWordOf(refund));

/** What the provider gave back by itself, and is not booked yet: refunds that are done, name no order, and are not among those that are booked. */
export function unbookedRefunds(
  refunds: readonly RefundAtProvider[],
  known: KnownReturns,
): RefundAtProvider[] {
  const booked = [...known.bookedCents];
  return refunds.filter((one) => {
    if (one.status !== 'DONE' || one.amountCents <= 0 || !isProvidersOwn(one, known)) return false;
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
 * is not among those that are booked, so that it may be this one, and nothing may be sent.
 */
export function refundOf(
  order: { transactionId: string; amountCents: number },
  refunds: readonly RefundAtProvider[],
  known: KnownReturns,
): RefundAtProvider | null | 'unclear' {
  const own = refunds.find((one) => lastWordOf(one) === order.transactionId);
  if (own) return own;
  const alike = refunds.filter(
    (one) =>
      isProvidersOwn(one, known) && one.status !== 'CANCELLED' && one.amountCents === order.amountCents,
  );
  const booked = known.bookedCents.filter((cents) => cents === order.amountCents);
  return alike.length > booked.length ? 'unclear' : null;
}

/** Other statuses than DONE and CANCELLED count as under way. */
export function stateOfRefund({ status, amountCents, endToEndId }: RefundAtProvider): ProviderState {
  const at = { providerId: null, amountCents, endToEndId, payee: null };
  if (status === 'CANCELLED') return { kind: 'failed', at, reason: FAIL_REASONS.failed };
  return { kind: status === 'DONE' ? 'done' : 'processing', at };
}
