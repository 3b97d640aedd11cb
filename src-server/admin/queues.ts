import { count, isNull, min } from 'drizzle-orm';
import { z } from 'zod';
import { secondsSince } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { isWaiting } from '#server/outbox/claim';
import { outboxState } from '#server/outbox/state';

const queueSchema = z.object({ waiting: z.int(), oldestSeconds: z.int().nullable() });

/**
 * What waits to be done by the bank itself. `mail.isSent`: there is a mail server (without one it stays in the local mailbox),
 * `mail.failed`: messages that were given up, `lastError`: what the mail server
 * said of one that waits · `orders`: payments whose end the provider has not told · `events`: what it told us and we have not
 * taken in. `oldestSeconds`: how long the oldest has waited; null: nothing waits.
 */
export const queuesSchema = z.object({
  mail: queueSchema.extend({ isSent: z.boolean(), failed: z.int(), lastError: z.string().nullable() }),
  orders: queueSchema,
  events: queueSchema,
});
export type Queues = z.output<typeof queuesSchema>;

/** Counts the queues. What is written in a commit of the bank is as old as the bank's clock says, what came in by the real one. */
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
  const [told] = await db
    .select({ waiting: count(), oldestAt: min(events.receivedAt) })
    .from(events)
    .where(isNull(events.processedAt));
  return {
    mail: { ...queueOf(mail, clock.now()), isSent: env.SMTP_URL !== undefined, failed, lastError },
    orders: queueOf(open, clock.now()),
    events: queueOf(told, clock.real()),
  };
}

type Counted = { waiting: number; oldestAt: Date | null } | undefined;

const queueOf = (row: Counted, now: Date): Queues['orders'] => ({
  waiting: row?.waiting ?? 0,
  oldestSeconds: row?.oldestAt ? secondsSince(row.oldestAt, now) : null,
});
