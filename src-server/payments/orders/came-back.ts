import { and, eq, isNull, sum } from 'drizzle-orm';
import type { Reader } from '#db/db';

/**
 * What came back of an order, in cents: the customer has it as incoming payments, or it is held for them, or was paid to them outside the
 * bank.
 */
export async function cameBackCents(on: Reader, orderId: string): Promise<number> {
  const { heldPayments: held, incomingPayments: incoming } = on.tables;
  const [booked] = await on
    .select({ cents: sum(incoming.amountCents).mapWith(Number) })
    .from(incoming)
    .where(eq(incoming.orderId, orderId));
  // Once released it is an incoming payment too.
  const [kept] = await on
    .select({ cents: sum(held.amountCents).mapWith(Number) })
    .from(held)
    .leftJoin(incoming, eq(incoming.providerId, held.providerId))
    .where(and(eq(held.orderId, orderId), isNull(incoming.providerId)));
  return (booked?.cents ?? 0) + (kept?.cents ?? 0);
}
