import { and, eq, inArray, lte } from 'drizzle-orm';
import { secondsAfter, secondsSince } from '#domain/moment';
import { FAIL_REASONS, type OrderStep, pauseOfOpenSeconds, SENDING } from '#domain/pix/order';
import type { Bank } from '#server/kernel/context';
import { claim } from '#server/work/queue';
import { ask } from './ask-provider.ts';
import { concludeOrder, type Waiting } from './conclude-order.ts';
import { findOrder, type OrderRow } from './order-row.ts';
import { fail, release } from './send-order.ts';

/**
 * Applies the provider's state. An order verifiably missing after the grace is sent again, or given back when no tries
 * are left.
 */
export async function lookUp(bank: Bank, id: string): Promise<void> {
  const order = await claimLook(bank, id);
  if (!order) return;
  const found = await ask(bank, order);
  if (found.kind === 'answered' && found.value) await concludeOrder(bank, id, found.value);
  else if (found.kind === 'answered') await notThere(bank, order);
  else if (found.kind === 'refused' && found.status !== 429)
    bank.log.error({ order: id, status: found.status }, 'the provider refused to look up an order');
}

/** Queries a sent order whatever its state; no answer or no object changes nothing. `maxPages`: as `ask`. For requests and reconciliation. */
export async function refreshOrder(
  bank: Bank,
  id: string,
  { maxPages, ...waiting }: Waiting & { maxPages?: number } = {},
): Promise<OrderStep> {
  const order = await findOrder(bank.db, id);
  if (!order || (order.status === 'reserved' && order.attempts === 0)) return 'nothing';
  const found = await ask(bank, order, maxPages);
  if (found.kind !== 'answered' || !found.value) return 'nothing';
  return concludeOrder(bank, id, found.value, waiting);
}

/** Claims a look-up and schedules the next, in case this process dies. */
async function claimLook({ db, clock }: Bank, id: string): Promise<OrderRow | null> {
  const now = clock.real();
  const order = await findOrder(db, id);
  if (!order) return null;
  const age = secondsSince(order.sentAt ?? now, now);
  const { paymentOrders } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(paymentOrders)
      .set({ nextLookAt: secondsAfter(now, pauseOfOpenSeconds(order, age)) })
      .where(
        and(
          eq(paymentOrders.transactionId, id),
          inArray(paymentOrders.status, ['sending', 'processing']),
          lte(paymentOrders.nextLookAt, now),
        ),
      )
      .returning(),
  );
}

/** Called only after the grace, when a missing order cannot appear any more. */
async function notThere(bank: Bank, order: OrderRow): Promise<void> {
  const { status, attempts, transactionId } = order;
  if (status === 'processing')
    bank.log.error({ order: transactionId }, 'an order that the provider had is no longer there');
  else if (attempts >= SENDING.tries) await fail(bank, order, FAIL_REASONS.notSent);
  else await release(bank, order, { isCounted: true });
}
