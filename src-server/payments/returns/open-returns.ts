import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
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

/** Cents of each return that the provider made by itself of an incoming payment, and that is booked. */
export async function providerReturnsOf(on: Reader, incomingId: string): Promise<number[]> {
  const { paymentOrders: orders } = on.tables;
  const rows = await on
    .select({ amountCents: orders.amountCents })
    .from(orders)
    .where(and(eq(orders.incomingId, incomingId), isNull(orders.returnReason)));
  return rows.map(({ amountCents }) => amountCents);
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
