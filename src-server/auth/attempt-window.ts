import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS, type AttemptKind, NETWORKS_PER_SUBSCRIBER } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { networkOf, widerNetworksOf } from '#server/kernel/network';

export const bucketOf = (kind: AttemptKind, who: string): string => `${kind}:${networkOf(who)}`;

export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

type Window = { bucket: string; max: number };

/** One's own, and of an IPv6 address also its /56's. In this order, in which callers that share both wait for each other. */
function windowsOf(kind: AttemptKind, who: string): Window[] {
  const { max } = ATTEMPT_LIMITS[kind];
  const own = { bucket: bucketOf(kind, who), max };
  const wider = widerNetworksOf(who);
  if (!wider) return [own];
  return [own, { bucket: `${kind}:${wider.subscriber}/56`, max: NETWORKS_PER_SUBSCRIBER * max }];
}

/**
 * Adds `weight` to the fixed window of `who`, each window in one statement; returns its count and, when it or its subscriber's is full,
 * the seconds left. Full ones are only read: the statement would lock the row and wait for the disk, and refused callers would hold the
 * database's connections one after the other. Nor does a call refused for one window count in the other.
 */
export async function countInWindow(
  tx: Tx,
  kind: AttemptKind,
  who: string,
  now: Date,
  weight = 1,
): Promise<{ count: number; waitSeconds: number | null }> {
  const { max, windowSeconds } = ATTEMPT_LIMITS[kind];
  const fullSeconds = await waitWhileFull(tx, kind, who, now);
  if (fullSeconds !== null) return { count: max, waitSeconds: fullSeconds };
  const counts: number[] = [];
  for (const window of windowsOf(kind, who)) {
    const count = await addTo(tx, window, { weight, now, windowSeconds });
    if (count === null) return { count: max, waitSeconds: (await waitWhileFull(tx, kind, who, now)) ?? 1 };
    counts.push(count);
  }
  return { count: counts[0] ?? max, waitSeconds: null };
}

type Added = { weight: number; now: Date; windowSeconds: number };

/** The count, or null if the window is full. */
async function addTo(
  tx: Tx,
  { bucket, max }: Window,
  { weight, now, windowSeconds }: Added,
): Promise<number | null> {
  const { attempts } = tx.tables;
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
  return counted?.count ?? null;
}

/** Seconds until the full windows of `who` end, null if none is. A window in the future starts now. */
export async function waitWhileFull(
  tx: Tx,
  kind: AttemptKind,
  who: string,
  now: Date,
): Promise<number | null> {
  const { windowSeconds } = ATTEMPT_LIMITS[kind];
  const { attempts } = tx.tables;
  const isFull = windowsOf(kind, who).map(({ bucket, max }) =>
    and(eq(attempts.bucket, bucket), gte(attempts.count, max)),
  );
  const found = await tx
    .select({ bucket: attempts.bucket, startedAt: attempts.windowStartedAt })
    .from(attempts)
    .where(or(...isFull));
  let leftSeconds = 0;
  for (const { bucket, startedAt } of found) {
    if (startedAt > now)
      await tx.update(attempts).set({ windowStartedAt: now }).where(eq(attempts.bucket, bucket));
    leftSeconds = Math.max(leftSeconds, windowSeconds - Math.max(0, secondsBetween(startedAt, now)));
  }
  return leftSeconds > 0 ? leftSeconds : null;
}

/** Ends the window of `who` that began at `startedAt`, unless another one has begun since. */
export async function endWindow(tx: Tx, kind: AttemptKind, who: string, startedAt: Date): Promise<void> {
  const { attempts } = tx.tables;
  await tx
    .delete(attempts)
    .where(and(eq(attempts.bucket, bucketOf(kind, who)), eq(attempts.windowStartedAt, startedAt)));
}

/** Uncounts one attempt of `who`. */
export async function uncount(tx: Tx, kind: AttemptKind, who: string): Promise<void> {
  for (const { bucket } of windowsOf(kind, who)) await giveBack(tx, bucket);
}

/** Uncounts one attempt in a bucket. */
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
