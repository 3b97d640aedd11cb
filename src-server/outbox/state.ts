import { and, desc, isNotNull, max } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { isGivenUp, isWaiting } from './claim.ts';

/**
 * How the e-mail is doing: how many messages wait and how many were given up, when the last one was sent (the bank's
 * clock), and what the mail server, or the way to it, said last of one that still waits.
 */
export type OutboxState = {
  waiting: number;
  failed: number;
  lastSentAt: Date | null;
  lastError: string | null;
};

/** Counts the outbox. */
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
