import { count, eq, isNotNull, max, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { isGivenUp, isWaiting } from './claim.ts';

/** Waiting and given-up counts, the last send time (bank's clock), and the last error of a waiting message. */
export type OutboxState = {
  waiting: number;
  failed: number;
  lastSentAt: Date | null;
  lastError: string | null;
};

export async function outboxState(db: Reader): Promise<OutboxState> {
  const { outbox } = db.tables;
  const { id, sentAt, lastError } = outbox;
  const [sent] = await db
    .select({ at: max(sentAt) })
    .from(outbox)
    .where(isNotNull(sentAt));
  const troubledId = sql<string | null>`max(case when ${lastError} is not null then ${id} end)`;
  const [waiting] = await db.select({ messages: count(), troubledId }).from(outbox).where(isWaiting(outbox));
  const [troubled] = waiting?.troubledId
    ? await db.select({ lastError }).from(outbox).where(eq(id, waiting.troubledId))
    : [];
  return {
    waiting: waiting?.messages ?? 0,
    failed: await db.$count(outbox, isGivenUp(outbox)),
    lastSentAt: sent?.at ?? null,
    lastError: troubled?.lastError ?? null,
  };
}
