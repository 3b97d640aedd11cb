import { count, isNull, min } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { outboxState } from '#server/outbox/state';

const moment = z.iso.datetime().nullable();

/**
 * What waits to be done by the bank itself. `mail.failed`: messages that were given up, `lastError`: what the mail server
 * said of one that waits · `orders`: payments whose end the provider has not told · `events`: what it told us and we have not
 * taken in. `oldestAt` null: nothing waits.
 */
export const queuesSchema = z.object({
  mail: z.object({ waiting: z.int(), failed: z.int(), lastError: z.string().nullable() }),
  orders: z.object({ waiting: z.int(), oldestAt: moment }),
  events: z.object({ waiting: z.int(), oldestAt: moment }),
});
export type Queues = z.output<typeof queuesSchema>;

/** Counts the queues. */
export async function queues(db: Reader): Promise<Queues> {
  const { paymentOrders: orders, providerEvents: events } = db.tables;
  const { waiting, failed, lastError } = await outboxState(db);
  const [open] = await db
    .select({ waiting: count(), oldestAt: min(orders.createdAt) })
    .from(orders)
    .where(isNull(orders.concludedAt));
  const [told] = await db
    .select({ waiting: count(), oldestAt: min(events.receivedAt) })
    .from(events)
    .where(isNull(events.processedAt));
  return { mail: { waiting, failed, lastError }, orders: queueOf(open), events: queueOf(told) };
}

const queueOf = (row: { waiting: number; oldestAt: Date | null } | undefined): Queues['orders'] => ({
  waiting: row?.waiting ?? 0,
  oldestAt: row?.oldestAt?.toISOString() ?? null,
});
