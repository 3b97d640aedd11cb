import type { Tx } from '#db/db';
import type { SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { insertIntents, newIntent } from '#server/protection/intents/intent-row';
import { orderAsked } from './order-asked.ts';
import { reservation } from './order-postings.ts';
import { insertOrders, type NewOrder, newOrderRow } from './order-row.ts';

/**
 * Reserves the money and stores payment and order, as `decideOrder` does, in a transaction of the bank's own work. Returns its id. Refuses
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
  const { fromAccountId: accountId, amountCents } = order;
  const payment = { id: transactionId, userId: user.id, accountId, amountCents, createdAt };
  await insertIntents(tx, [newIntent(payment, orderAsked(order), { state: 'executing' })]);
  const placed = { transactionId, intentId: transactionId, userId: user.id, createdAt, now: clock.real() };
  await insertOrders(tx, [newOrderRow(order, placed)]);
  return transactionId;
}
