import { isNull } from 'drizzle-orm';
import { z } from 'zod';
import { secondsSince } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { isWaiting } from '#server/outbox/claim';
import { outboxState } from '#server/outbox/state';
import { type Waiting, waitingIn } from './waiting.ts';

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
  const mail = await waitingIn(db, outbox, outbox.createdAt, isWaiting(outbox));
  const open = await waitingIn(db, orders, orders.createdAt, isNull(orders.concludedAt));
  const unprocessed = await waitingIn(db, events, events.receivedAt, isNull(events.processedAt));
  return {
    mail: { ...queueOf(mail, clock.now()), isSent: env.SMTP_URL !== undefined, failed, lastError },
    orders: queueOf(open, clock.now()),
    events: queueOf(unprocessed, clock.real()),
  };
}

const queueOf = ({ count, oldestAt }: Waiting, now: Date): Queues['orders'] => ({
  waiting: count,
  oldestSeconds: oldestAt && secondsSince(oldestAt, now),
});
