import { count, isNull, min } from 'drizzle-orm';
import { z } from 'zod';
import { secondsSince } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { isWaiting } from '#server/outbox/claim';
import { outboxState } from '#server/outbox/state';

const queueSchema = z.object({ waiting: z.int(), oldestSeconds: z.int().nullable() });

/** `orders`: without a final status. `events`: received, not processed. `oldestSeconds` null: nothing waits. */
export const queuesSchema = z.object({
  mail: queueSchema.extend({ isSent: z.boolean(), failed: z.int(), lastError: z.string().nullable() }),
  orders: queueSchema,
  events: queueSchema,
});
export type Queues = z.output<typeof queuesSchema>;

/** Rows written by use cases have the bank's time; received events have real time. */
export async function queues({ db, clock, env }: Pick<Bank, 'db' | 'clock' | 'env'>): Promise<Queues> {
  const { paymentOrders: orders, providerEvents: events, outbox } = db.tables;
  const { failed, lastError } = await outboxState(db);
  const [mail] = await db
    .select({ waiting: count(), oldestAt: min(outbox.createdAt) })
    .from(outbox)
    .where(isWaiting(outbox));
  const [open] = await db
    .select({ waiting: count(), oldestAt: min(orders.createdAt) })
    .from(orders)
    .where(isNull(orders.concludedAt));
  const [unprocessed] = await db
    .select({ waiting: count(), oldestAt: min(events.receivedAt) })
    .from(events)
    .where(isNull(events.processedAt));
  return {
    mail: { ...queueOf(mail, clock.now()), isSent: env.SMTP_URL !== undefined, failed, lastError },
    orders: queueOf(open, clock.now()),
    events: queueOf(unprocessed, clock.real()),
  };
}

type Counted = { waiting: number; oldestAt: Date | null } | undefined;

const queueOf = (row: Counted, now: Date): Queues['orders'] => ({
  waiting: row?.waiting ?? 0,
  oldestSeconds: row?.oldestAt ? secondsSince(row.oldestAt, now) : null,
});
