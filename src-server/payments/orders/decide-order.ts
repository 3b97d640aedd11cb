import { type OpenAccount, refuseUnpostable } from '#domain/ledger/apply-posting';
import type { AuditEvent } from '#server/audit/record';
import { bankAccount, checkingOf, type HeldFact } from '#server/decision/account-facts';
import {
  type Asking,
  type Decided,
  type DecidedPosting,
  type Written,
  written,
} from '#server/decision/decision';
import type { DecidingContext } from '#server/kernel/context';
import type { IntentRow } from '#server/protection/intents/intent-row';
import { reservation } from './order-postings.ts';
import { insertOrders, type NewOrder, newOrderRow } from './order-row.ts';

/**
 * The id of an order, also its transaction's and the provider's reference. `releaseAt`: of a payment that waits, which becomes an order
 * with another id.
 */
export type Placed = { id: string; releaseAt?: string };

/** What every order needs to know; a migration creates the bank's account. `released`: the payment, if it has waited. */
export type OrderFacts = { checking: HeldFact | null; clearing: OpenAccount; released?: IntentRow | null };

export const orderFacts = (ctx: DecidingContext) => ({
  checking: checkingOf(ctx.user.id),
  clearing: bankAccount('provider_clearing'),
});

/** `accounts`: those of the customer that the order names. */
export type OrderToDecide = {
  order: NewOrder;
  accounts: readonly (OpenAccount | null)[];
  audit: Pick<AuditEvent, 'action' | 'changes'>;
};

/**
 * Reserves the money and stores the order; the caller adds its payment's row. Refuses ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS here and not with the posting, so
 * that further refusals come after them.
 */
export function decideOrder(
  { ctx, by, transactionId }: Asking<unknown>,
  { clearing, released }: OrderFacts,
  { order, accounts, audit }: OrderToDecide,
): Decided<Placed> & { posting: DecidedPosting; writes: readonly Written[] } {
  const { createdAt } = by;
  const posting = reservation(order, clearing.id);
  const known = [clearing, ...accounts].filter((account) => account !== null);
  refuseUnpostable(known, { ...posting, transactionId, createdAt });
  const intentId = released?.id ?? transactionId;
  const placed = { transactionId, intentId, userId: ctx.user.id, createdAt, now: ctx.clock.real() };
  return {
    answer: { id: transactionId },
    posting,
    writes: [written(insertOrders, newOrderRow(order, placed))],
    audit: { ...audit, entityId: transactionId },
  };
}
