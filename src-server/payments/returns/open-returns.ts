import { and, eq, inArray, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { KnownReturns } from '#domain/pix/refund';
import { OPEN_ORDER_STATUSES, type OrderStatus } from '#domain/pix/words';
import { among } from '#server/kernel/any-of';

/** Orders that give back an incoming payment and are under way. */
export function openReturnsOf(on: Reader, incomingId: string) {
  const { paymentOrders: orders } = on.tables;
  return on
    .select()
    .from(orders)
    .where(and(eq(orders.incomingId, incomingId), inArray(orders.status, [...OPEN_ORDER_STATUSES])));
}

/** What the bank has of an incoming payment's returns: one that the provider made by itself has no reason. */
export async function knownReturnsOf(on: Reader, incomingId: string): Promise<KnownReturns> {
  const { paymentOrders: orders } = on.tables;
  const rows = await on
    .select(columnsOf(orders, 'transactionId', 'amountCents', 'returnReason'))
    .from(orders)
    .where(eq(orders.incomingId, incomingId));
  return {
    orderIds: new Set(rows.flatMap((row) => (row.returnReason === null ? [] : row.transactionId))),
    bookedCents: rows.flatMap((row) => (row.returnReason === null ? row.amountCents : [])),
  };
}

/** Whose money is with the payer, or on its way to them. */
export const STANDING = [...OPEN_ORDER_STATUSES, 'done'] as const satisfies OrderStatus[];

/** Cents of each incoming payment that were given back, and that are on their way; payments without either are left out. */
export async function returnedOf(
  on: Reader,
  incomingIds: readonly string[],
): Promise<ReadonlyMap<string, { doneCents: number; openCents: number }>> {
  const { paymentOrders: orders } = on.tables;
  if (incomingIds.length === 0) return new Map();
  const isDone = sql`${orders.status} = 'done'`;
  const rows = await on
    .select({
      incomingId: orders.incomingId,
      doneCents: sql`sum(case when ${isDone} then ${orders.amountCents} else 0 end)`.mapWith(Number),
      openCents: sql`sum(case when ${isDone} then 0 else ${orders.amountCents} end)`.mapWith(Number),
    })
    .from(orders)
    .where(and(among(on, orders.incomingId, incomingIds), inArray(orders.status, [...STANDING])))
    .groupBy(orders.incomingId);
  return new Map(
    rows.map(({ incomingId, doneCents, openCents }) => [incomingId ?? '', { doneCents, openCents }]),
  );
}
