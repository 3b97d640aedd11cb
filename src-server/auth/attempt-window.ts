import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { networkOf } from '#server/kernel/network';

export const bucketOf = (kind: AttemptKind, who: string): string => `${kind}:${networkOf(who)}`;

export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

/**
 * Adds `weight` to a fixed window in one statement; returns the count and, when full, the seconds left. A full one is only read: the
 * statement would lock its row and wait for the disk, and refused callers would hold the database's connections one after the other.
 */
export async function countInWindow(
  tx: Tx,
  kind: AttemptKind,
  bucket: string,
  now: Date,
  weight = 1,
): Promise<{ count: number; waitSeconds: number | null }> {
  const { max, windowSeconds } = ATTEMPT_LIMITS[kind];
  const { attempts } = tx.tables;
  const fullSeconds = await waitWhileFull(tx, kind, bucket, now);
  if (fullSeconds !== null) return { count: max, waitSeconds: fullSeconds };
  const cutoff = sql.param(secondsAfter(now, -windowSeconds), attempts.windowStartedAt);
  const at = sql.param(now, attempts.windowStartedAt);
  const isOver: SQL = sql`${attempts.windowStartedAt} <= ${cutoff}`;
  const [counted] = await tx
    .insert(attempts)
    .values({ bucket, count: weight, windowStartedAt: now, blockedUntil: null })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: {
        count: sql`case when ${isOver} then ${sql.param(weight, attempts.count)} else ${attempts.count} + ${sql.param(weight, attempts.count)} end`,
        // A window that begins in the future came from a wrong clock: it restarts now.
        windowStartedAt: sql`case when ${isOver} or ${attempts.windowStartedAt} > ${at} then ${at} else ${attempts.windowStartedAt} end`,
      },
      setWhere: sql`${isOver} or ${attempts.count} < ${max}`,
    })
    .returning({ count: attempts.count });
  if (counted) return { count: counted.count, waitSeconds: null };
  return { count: max, waitSeconds: (await waitWhileFull(tx, kind, bucket, now)) ?? 1 };
}

/** Seconds until a full window ends, else null. A window in the future starts now. */
export async function waitWhileFull(
  tx: Tx,
  kind: AttemptKind,
  bucket: string,
  now: Date,
): Promise<number | null> {
  const { max, windowSeconds } = ATTEMPT_LIMITS[kind];
  const { attempts } = tx.tables;
  const [found] = await tx
    .select({ startedAt: attempts.windowStartedAt })
    .from(attempts)
    .where(and(eq(attempts.bucket, bucket), gte(attempts.count, max)));
  if (found && found.startedAt > now) {
    await tx.update(attempts).set({ windowStartedAt: now }).where(eq(attempts.bucket, bucket));
    return windowSeconds;
  }
  const leftSeconds = found ? windowSeconds - secondsBetween(found.startedAt, now) : 0;
  return leftSeconds > 0 ? leftSeconds : null;
}

/** Uncounts one attempt. */
export async function giveBack(tx: Tx, bucket: string): Promise<void> {
  const { attempts } = tx.tables;
  await tx
    .update(attempts)
    .set({
      count: sql`case when ${attempts.count} > 0 then ${attempts.count} - 1 else 0 end`,
      blockedUntil: null,
    })
    .where(eq(attempts.bucket, bucket));
}
