import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { stateOfOrder, stateOfWaiting } from '#domain/protection/intent';

/**
 * What the reconciliation cannot see from orders and reservations: money that left a customer's account without a payment's row, and
 * payments on which nothing in their state hangs.
 */
export async function strayPayments(db: Reader): Promise<unknown[]> {
  const { accounts, entries, paymentIntents: intents, paymentOrders: orders } = db.tables;
  const { transactions, waitingPayments: waiting } = db.tables;
  const unasked = await db
    .select(columnsOf(transactions, 'id', 'type', 'description'))
    .from(transactions)
    .innerJoin(entries, and(eq(entries.transactionId, transactions.id), lt(entries.amountCents, 0)))
    .innerJoin(
      accounts,
      and(eq(accounts.id, entries.accountId), inArray(accounts.accountType, ['checking', 'external'])),
    )
    .where(
      and(
        inArray(transactions.type, ['transfer', 'payment']),
        sql`not exists (select 1 from payment_intents i where i.id = ${transactions.id})`,
        sql`not exists (select 1 from payment_intents i where i.transaction_id = ${transactions.id} and i.transaction_id <> i.id)`,
      ),
    );
  const rows = await db
    .select({ intent: intents, order: orders.status, waiting: waiting.status })
    .from(intents)
    .leftJoin(orders, eq(orders.intentId, intents.id))
    .leftJoin(waiting, eq(waiting.transactionId, intents.id));
  const wrong = rows.filter(({ intent, order, waiting: reserved }) => {
    const isOrder = intent.kind !== 'transfer';
    if (order) return stateOfOrder(order) !== intent.state;
    if (reserved) return !agrees(stateOfWaiting(reserved, isOrder), intent.state);
    return isOrder || (intent.state !== 'done' && intent.state !== 'returned');
  });
  return [...unasked, ...wrong];
}

/** A transfer that was reserved may have been reversed since it was made. */
const agrees = (expected: string, state: string): boolean =>
  state === expected || (expected === 'done' && state === 'returned');
