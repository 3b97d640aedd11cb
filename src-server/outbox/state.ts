import { and, desc, isNotNull, max } from 'drizzle-orm';
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
  const [sent] = await db.select({ at: max(outbox.sentAt) }).from(outbox);
  const [troubled] = await db
    .select({ lastError: outbox.lastError })
    .from(outbox)
    .where(and(isWaiting(outbox), isNotNull(outbox.lastError)))
    .orderBy(desc(outbox.id))
    .limit(1);
  return {
    waiting: await db.$count(outbox, isWaiting(outbox)),
    failed: await db.$count(outbox, isGivenUp(outbox)),
    lastSentAt: sent?.at ?? null,
    lastError: troubled?.lastError ?? null,
  };
}
