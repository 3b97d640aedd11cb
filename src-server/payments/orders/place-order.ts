import type { Tx } from '#db/db';
import type { SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { reservation } from './order-postings.ts';
import { insertOrders, type NewOrder, newOrderRow } from './order-row.ts';

/**
 * Reserves the money and stores the order, as `decideOrder` does, in a transaction of the bank's own work. Returns its id. Refuses
 * ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS. The caller audits.
 */
export async function placeOrder(
  tx: Tx,
  { clock, user }: Pick<SignedInContext, 'clock' | 'user'>,
  order: NewOrder,
): Promise<string> {
  const createdAt = clock.now();
  const clearingId = await bankAccountId(tx, 'provider_clearing');
  const { transactionId } = await post(tx, {
    ...reservation(order, clearingId),
    createdAt,
    actorId: user.id,
  });
  const row = newOrderRow(order, { transactionId, userId: user.id, createdAt, now: clock.real() });
  await insertOrders(tx, [row]);
  return transactionId;
}
