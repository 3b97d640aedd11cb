import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tables } from '#db/schema';
import { MAIL_RETRY } from '#domain/limits';
import { retryDelaySeconds } from '#domain/mail-retry';
import { secondsAfter } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { claim } from '#server/work/queue';
import type { Failure } from './smtp.ts';

type Outbox = Tables['outbox'];
export type OutboxRow = Outbox['$inferSelect'];
type Sending = Pick<Bank, 'db' | 'clock'>;

/** Few: an urgent message that is queued meanwhile waits for all of them. */
const DUE_AT_ONCE = 5;
const MAX_ERROR_LENGTH = 300;

/**
 * A message is given up once it was tried and has no next attempt. While it is claimed, its next attempt is the end of
 * the lease. Times are real, except `sentAt`. As in the indexes: bound values would keep them from being used.
 */
export const isGivenUp = ({ sentAt, attempts, nextAttemptAt }: Outbox) =>
  and(isNull(sentAt), sql`${attempts} > 0`, isNull(nextAttemptAt));
export const isWaiting = ({ sentAt, attempts, nextAttemptAt }: Outbox) =>
  and(isNull(sentAt), or(sql`${attempts} = 0`, isNotNull(nextAttemptAt)));

const isDue = (outbox: Outbox, now: Date) =>
  and(isWaiting(outbox), or(isNull(outbox.nextAttemptAt), lte(outbox.nextAttemptAt, now)));

/** Most urgent first, by an index, so that less urgent mail cannot delay it. */
export async function dueIds(
  { db, clock }: Sending,
  channel: OutboxRow['channel'] = 'mail',
): Promise<string[]> {
  const { outbox } = db.tables;
  const due = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.channel, channel), isDue(outbox, clock.real())))
    .orderBy(asc(outbox.urgency), asc(outbox.id))
    .limit(DUE_AT_ONCE);
  return due.map(({ id }) => id);
}

/** Claims a message and counts the try; null if not due. If this process dies, another takes it when the lease ends. */
export function claimMessage({ db, clock }: Sending, id: string): Promise<OutboxRow | null> {
  const now = clock.real();
  const leaseEndsAt = secondsAfter(now, MAIL_RETRY.leaseSeconds);
  const { outbox } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: leaseEndsAt })
      .where(and(eq(outbox.id, id), isDue(outbox, now)))
      .returning(),
  );
}

/** Marks a message as accepted, even after its lease, and erases its text. */
export async function markSent({ db, clock }: Sending, { id }: OutboxRow): Promise<void> {
  const sentAt = clock.now();
  await db.transaction(async (tx) => {
    const { outbox } = tx.tables;
    await tx
      .update(outbox)
      .set({ sentAt, text: '', html: '', nextAttemptAt: null, lastError: null })
      .where(and(eq(outbox.id, id), isNull(outbox.sentAt)));
  });
}

/** Gives up after a refusal or the last try; unreachable servers do not count. Returns whether it gave up. */
export async function markFailed(
  { db, clock }: Sending,
  { id, attempts }: OutboxRow,
  failure: Failure,
  reason: string,
): Promise<boolean> {
  const now = clock.real();
  const isUnreachable = failure === 'unreachable';
  const delay = failure === 'failed' ? retryDelaySeconds(attempts, Math.random()) : null;
  const next = isUnreachable ? now : delay === null ? null : secondsAfter(now, delay);
  await db.transaction(async (tx) => {
    const { outbox } = tx.tables;
    await tx
      .update(outbox)
      .set({
        attempts: isUnreachable ? attempts - 1 : attempts,
        nextAttemptAt: next,
        lastError: reason.slice(0, MAX_ERROR_LENGTH),
      })
      .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.sentAt)));
  });
  return next === null;
}
