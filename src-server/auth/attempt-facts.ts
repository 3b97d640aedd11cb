import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import { becomes, type Decided, type Fact, type GroupWrite, written } from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';
import type { Bank } from '#server/kernel/context';
import { bucketOf, secondsBetween } from './attempt-window.ts';
import { refuseIfWaiting } from './attempts.ts';

/** A count and the begin of its window. */
export type AttemptWindow = { count: number; startedAt: Date };

/** For a decision: how often `who` has tried. */
export const attemptsOf = (kind: AttemptKind, who: string): Fact<AttemptWindow> => ({
  source: readWindows,
  key: bucketOf(kind, who),
});

async function readWindows(tx: Tx, buckets: readonly string[]): Promise<ReadonlyMap<string, AttemptWindow>> {
  const rows = await tx
    .prepared('attempts.windows', (on, { attempts }) =>
      on
        .select({ bucket: attempts.bucket, count: attempts.count, startedAt: attempts.windowStartedAt })
        .from(attempts)
        .where(anyOf(on, attempts.bucket, 'buckets')),
    )
    .execute({ buckets: idList(tx, buckets) });
  return new Map(rows.map(({ bucket, ...window }) => [bucket, window]));
}

type Clocked = Pick<Bank, 'clock'>;

/** Refuses TOO_MANY_ATTEMPTS at the limit without counting. A window in the future is not full. */
export function refuseIfFull({ clock }: Clocked, kind: AttemptKind, window: AttemptWindow | null): void {
  const { max, windowSeconds } = ATTEMPT_LIMITS[kind];
  const now = clock.real();
  if (!window || window.count < max || window.startedAt > now) return;
  const leftSeconds = windowSeconds - secondsBetween(window.startedAt, now);
  refuseIfWaiting(leftSeconds > 0 ? leftSeconds : null);
}

/** What a decision that counts an attempt writes. */
export type Counted = Required<Pick<Decided<unknown>, 'writes' | 'changes'>>;
type Attempt = { kind: AttemptKind; who: string; window: AttemptWindow | null };

/**
 * Counts an attempt, like `countInTransaction`. Refuses TOO_MANY_ATTEMPTS. Only for a count that changes nowhere else without the
 * lock of an account that the decision names.
 */
export function countDecided({ clock }: Clocked, { kind, who, window }: Attempt): Counted {
  const now = clock.real();
  const next = grown(kind, window, 1, now);
  if (next) return counted(kind, who, next);
  const leftSeconds = ATTEMPT_LIMITS[kind].windowSeconds - secondsSinceBegin(window, now);
  refuseIfWaiting(leftSeconds);
  throw new Error(`${kind}: a full window without time left`);
}

/** Adds an amount, like `sumInWindow`, under the condition of `countDecided`. */
export function sumDecided(
  { clock }: Clocked,
  { kind, who, window, weight }: Attempt & { weight: number },
): Counted & { sum: number } {
  const { max } = ATTEMPT_LIMITS[kind];
  const next = grown(kind, window, Math.min(weight, max), clock.real());
  return next ? { sum: next.count, ...counted(kind, who, next) } : { sum: max, writes: [], changes: [] };
}

/** The window with `weight` more, null if it is full. One in the future came from a wrong clock: it begins now. */
function grown(
  kind: AttemptKind,
  window: AttemptWindow | null,
  weight: number,
  now: Date,
): AttemptWindow | null {
  const { max, windowSeconds } = ATTEMPT_LIMITS[kind];
  if (!window || secondsSinceBegin(window, now) >= windowSeconds) return { count: weight, startedAt: now };
  if (window.count >= max) return null;
  return { count: window.count + weight, startedAt: window.startedAt > now ? now : window.startedAt };
}

const secondsSinceBegin = (window: AttemptWindow | null, now: Date): number =>
  Math.max(0, window ? secondsBetween(window.startedAt, now) : 0);

const counted = (kind: AttemptKind, who: string, window: AttemptWindow): Counted => ({
  writes: [written(writeWindows, { bucket: bucketOf(kind, who), window })],
  changes: [becomes(attemptsOf(kind, who), window)],
});

type WindowRow = { bucket: string; window: AttemptWindow };

const COUNTED = `on conflict (bucket) do update set count = excluded.count,
  window_started_at = excluded.window_started_at`;

/** The last window of each bucket. Sorted, so that two processes lock the rows in one order. */
const writeWindows: GroupWrite<WindowRow> = async (tx, written) => {
  const last = new Map(written.map(({ bucket, window }) => [bucket, window]));
  const rows = [...last]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([bucket, { count, startedAt }]) => ({
      bucket,
      count,
      windowStartedAt: startedAt,
      blockedUntil: null,
    }));
  await tx.insertRows(tx.tables.attempts, rows, { conflict: COUNTED });
};
