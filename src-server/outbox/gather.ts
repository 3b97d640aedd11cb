import { sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { RECEIVED_MAIL_LIMITS, REPEATED_MAIL_LIMITS } from '#domain/limits';
import type { Bank } from '#server/kernel/context';

/**
 * When to send an e-mail about a received amount. Null: now, an e-mail of its own; a date: the e-mail that reports all
 * further amounts; `never`: that e-mail is queued already. Small amounts have the lower limit.
 */
export async function whenToSend(
  tx: Tx,
  clock: Bank['clock'],
  userId: string,
  receivedCents: number | undefined,
): Promise<Date | 'never' | null> {
  if (receivedCents === undefined) return null;
  const { belowCents, windowSeconds, ...limits } = RECEIVED_MAIL_LIMITS;
  const isLarge = receivedCents >= belowCents;
  const bucket = isLarge ? `letters:large:${userId}` : `letters:${userId}`;
  const { count, endsAt } = await countMail(tx, { bucket, seconds: windowSeconds }, clock.real());
  const each = isLarge ? limits.eachLarge : limits.each;
  if (count <= each) return null;
  return count === each + 1 ? endsAt : 'never';
}

/** Counts one more e-mail of a kind that people can cause at will; true if there are too many. */
export async function isOneTooMany(
  tx: Tx,
  clock: Bank['clock'],
  userId: string,
  kind: string,
): Promise<boolean> {
  const { each, windowSeconds } = REPEATED_MAIL_LIMITS;
  const window = { bucket: `mails:${kind}:${userId}`, seconds: windowSeconds };
  const { count } = await countMail(tx, window, clock.real());
  return count > each;
}

/** Counts in the attempts table, whose old rows are deleted daily. */
async function countMail(
  tx: Tx,
  { bucket, seconds }: { bucket: string; seconds: number },
  now: Date,
): Promise<{ count: number; endsAt: Date }> {
  const { attempts } = tx.tables;
  const windowMs = seconds * 1000;
  const at = (moment: Date) => sql.param(moment, attempts.windowStartedAt);
  const isOver = sql`${attempts.windowStartedAt} <= ${at(new Date(now.getTime() - windowMs))}`;
  const [counted] = await tx
    .insert(attempts)
    .values({ bucket, count: 1, windowStartedAt: now, blockedUntil: null })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: {
        count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
        windowStartedAt: sql`case when ${isOver} then ${at(now)} else ${attempts.windowStartedAt} end`,
      },
    })
    .returning({ count: attempts.count, startedAt: attempts.windowStartedAt });
  if (!counted) throw new Error('attempts: no row returned for the e-mail count');
  return { count: counted.count, endsAt: new Date(counted.startedAt.getTime() + windowMs) };
}
