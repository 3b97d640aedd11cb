import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS, type AttemptKind, NETWORKS_PER_SUBSCRIBER } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { isShared, SHARES_PER_USER } from '#domain/sessions-in-limits';
import type { Sharer, WhoOf } from '#server/access/caller-share';
import { networkOf, widerNetworksOf } from '#server/kernel/network';

export const bucketOf = (kind: AttemptKind, who: string): string => `${kind}:${networkOf(who)}`;

export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

/** `overAt`: whoever began until then is over. `end`: of a share, with the window of all its user's sessions. */
type Window = { bucket: string; max: number; overAt: Date; end?: Date };

type Bucket = Pick<Window, 'bucket' | 'max'>;

/** Of a limit that sessions share: the share, and what all have together. Null of others, and of who has no session. */
function sharesOf(kind: AttemptKind, who: string | Sharer): { own: Bucket; all: Bucket } | null {
  if (typeof who === 'string' || who.session === null || !isShared(kind)) return null;
  const { max } = ATTEMPT_LIMITS[kind];
  const bucket = bucketOf(kind, who.name);
  return {
    own: { bucket: `${bucket}/${who.session}`, max },
    all: { bucket, max: SHARES_PER_USER * max },
  };
}

const nameOf = (who: string | Sharer): string => (typeof who === 'string' ? who : who.name);

/** The narrowest first: a session's share, and what all have together; or one's own, and of an IPv6 address also its /56's. */
export function bucketsOf(kind: AttemptKind, who: string | Sharer): Bucket[] {
  const shares = sharesOf(kind, who);
  if (shares) return [shares.own, shares.all];
  const { max } = ATTEMPT_LIMITS[kind];
  const name = nameOf(who);
  const own = { bucket: bucketOf(kind, name), max };
  const wider = widerNetworksOf(name);
  if (!wider) return [own];
  return [own, { bucket: `${kind}:${wider.subscriber}/56`, max: NETWORKS_PER_SUBSCRIBER * max }];
}

/**
 * A share begins with the window of all its user's sessions: one that a cookie has used up and that began anew meanwhile would otherwise use
 * up the share of the others.
 */
async function windowsAt(tx: Tx, kind: AttemptKind, who: string | Sharer, now: Date): Promise<Window[]> {
  const { windowSeconds } = ATTEMPT_LIMITS[kind];
  const overAt = secondsAfter(now, -windowSeconds);
  const shares = sharesOf(kind, who);
  if (!shares) return bucketsOf(kind, who).map((one) => ({ ...one, overAt }));
  const { own, all } = shares;
  const startedAt = await startOf(tx, all.bucket, now);
  const share =
    startedAt === null || startedAt <= overAt
      ? { ...own, overAt: secondsAfter(now, windowSeconds) }
      : { ...own, overAt: justBefore(startedAt), end: secondsAfter(startedAt, windowSeconds) };
  return [share, { ...all, overAt }];
}

const justBefore = (at: Date): Date => new Date(at.getTime() - 1);

/** Null without a window. One in the future starts now. */
async function startOf(tx: Tx, bucket: string, now: Date): Promise<Date | null> {
  const { attempts } = tx.tables;
  const isIt = eq(attempts.bucket, bucket);
  const [found] = await tx.select({ at: attempts.windowStartedAt }).from(attempts).where(isIt);
  if (!found || found.at <= now) return found?.at ?? null;
  await tx.update(attempts).set({ windowStartedAt: now }).where(isIt);
  return now;
}

/**
 * Adds `weight` to the fixed window of `who`, each window in one statement; returns the count of the widest and, when it or its subscriber's
 * is full, the seconds left. Full ones are only read: the statement would lock the row and wait for the disk, and refused callers would hold the
 * database's connections one after the other. Nor does a call refused for one window count in the other.
 */
export async function countInWindow<Kind extends AttemptKind>(
  tx: Tx,
  kind: Kind,
  who: WhoOf<Kind>,
  now: Date,
  weight = 1,
): Promise<{ count: number; waitSeconds: number | null }> {
  const { max } = ATTEMPT_LIMITS[kind];
  const full = async () => ({ count: max, waitSeconds: await waitWhileFull(tx, kind, who, now) });
  const before = await full();
  if (before.waitSeconds !== null) return before;
  const count = await addToAll(tx, kind, who, { weight, now });
  if (count !== null) return { count, waitSeconds: null };
  const { waitSeconds } = await full();
  return { count: max, waitSeconds: waitSeconds ?? 1 };
}

type Added = { weight: number; now: Date };

/** The count of the widest window, or null if one has filled up meanwhile. */
async function addToAll(
  tx: Tx,
  kind: AttemptKind,
  who: string | Sharer,
  added: Added,
): Promise<number | null> {
  const overAt = secondsAfter(added.now, -ATTEMPT_LIMITS[kind].windowSeconds);
  const shares = sharesOf(kind, who);
  if (shares) return addToShares(tx, shares, { ...added, overAt });
  let widest = 0;
  for (const bucket of bucketsOf(kind, who)) {
    const window = await addTo(tx, { ...bucket, overAt }, added);
    if (!window) return null;
    widest = window.count;
  }
  return widest;
}

/** That of all first: it says when the share began, also to those who count at the same time. */
async function addToShares(
  tx: Tx,
  { own, all }: { own: Bucket; all: Bucket },
  { overAt, ...added }: Added & { overAt: Date },
): Promise<number | null> {
  const window = await addTo(tx, { ...all, overAt }, added);
  if (!window) return null;
  if (await addTo(tx, { ...own, overAt: justBefore(window.startedAt) }, added)) return window.count;
  const { attempts } = tx.tables;
  const count = sql`${attempts.count} - ${sql.param(added.weight, attempts.count)}`;
  await tx.update(attempts).set({ count }).where(eq(attempts.bucket, all.bucket));
  return null;
}

/** The window with the attempt, or null if it is full. */
async function addTo(
  tx: Tx,
  { bucket, max, overAt }: Window,
  { weight, now }: Added,
): Promise<{ count: number; startedAt: Date } | null> {
  const { attempts } = tx.tables;
  const at = sql.param(now, attempts.windowStartedAt);
  const isOver: SQL = sql`${attempts.windowStartedAt} <= ${sql.param(overAt, attempts.windowStartedAt)}`;
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
    .returning({ count: attempts.count, startedAt: attempts.windowStartedAt });
  return counted ?? null;
}

/** Seconds until the full windows of `who` end, null if none is. A window in the future starts now. */
export async function waitWhileFull<Kind extends AttemptKind>(
  tx: Tx,
  kind: Kind,
  who: WhoOf<Kind>,
  now: Date,
): Promise<number | null> {
  return waitFor(tx, kind, await windowsAt(tx, kind, who, now), now);
}

async function waitFor(
  tx: Tx,
  kind: AttemptKind,
  windows: readonly Window[],
  now: Date,
): Promise<number | null> {
  const { windowSeconds } = ATTEMPT_LIMITS[kind];
  const { attempts } = tx.tables;
  const isFull = windows.map(({ bucket, max }) => and(eq(attempts.bucket, bucket), gte(attempts.count, max)));
  const found = await tx
    .select({ bucket: attempts.bucket, startedAt: attempts.windowStartedAt })
    .from(attempts)
    .where(or(...isFull));
  let leftSeconds = 0;
  for (const { bucket, startedAt } of found) {
    const window = windows.find((one) => one.bucket === bucket);
    if (!window || startedAt <= window.overAt) continue;
    if (startedAt > now)
      await tx.update(attempts).set({ windowStartedAt: now }).where(eq(attempts.bucket, bucket));
    const end = window.end ?? secondsAfter(startedAt > now ? now : startedAt, windowSeconds);
    leftSeconds = Math.max(leftSeconds, secondsBetween(now, end));
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

/** Uncounts one attempt of `who`. The rows are locked in the order in which attempts are counted: two orders could deadlock. */
export async function uncount<Kind extends AttemptKind>(tx: Tx, kind: Kind, who: WhoOf<Kind>): Promise<void> {
  const shares = sharesOf(kind, who);
  const counted = shares ? [shares.all, shares.own] : bucketsOf(kind, who);
  for (const { bucket } of counted) await giveBack(tx, bucket);
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
