import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import type { SharedKind } from '#domain/sessions-in-limits';
import type { WhoOf } from '#server/access/caller-share';
import { becomes, type Decided, type Fact, type GroupWrite, written } from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';
import type { Bank } from '#server/kernel/context';
import { bucketsOf, secondsBetween } from './attempt-window.ts';
import { refuseIfWaiting } from './attempts.ts';

/** A count and the begin of its window. */
export type AttemptWindow = { count: number; startedAt: Date };

/** Those that an attempt counts in, the narrowest first; null: none has begun. */
export type AttemptWindows = readonly (AttemptWindow | null)[];

/** For a decision: how often `who` has tried, and of a share all sessions of its user. */
export const attemptsOf = <Kind extends AttemptKind>(
  kind: Kind,
  who: WhoOf<Kind>,
): readonly Fact<AttemptWindow>[] => bucketsOf(kind, who).map(factOf);

const factOf = ({ bucket }: { bucket: string }): Fact<AttemptWindow> => ({
  source: readWindows,
  key: bucket,
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

type Asked<Kind extends AttemptKind> = { kind: Kind; who: WhoOf<Kind>; windows: AttemptWindows };

/** Refuses TOO_MANY_ATTEMPTS at the limit without counting. A window in the future is not full. */
export function refuseIfFull<Kind extends AttemptKind>({ clock }: Clocked, asked: Asked<Kind>): void {
  const now = clock.real();
  for (const window of standingIn(asked, now))
    if (window.count >= window.max && window.startedAt <= now) refuseIfWaiting(leftSecondsOf(window, now));
}

/** What a decision that counts an attempt writes. */
export type Counted = Required<Pick<Decided<unknown>, 'writes' | 'changes'>>;

/**
 * Counts an attempt, like `countInTransaction`. Refuses TOO_MANY_ATTEMPTS. Only for a count that changes nowhere else without the
 * lock of an account that the decision names.
 */
export function countDecided<Kind extends AttemptKind>({ clock }: Clocked, asked: Asked<Kind>): Counted {
  const now = clock.real();
  const standing = standingIn(asked, now);
  for (const window of standing) if (window.count >= window.max) refuseIfWaiting(leftSecondsOf(window, now));
  return counted(standing.map((window) => grown(window, 1, now)));
}

/** Adds an amount, like `sumInWindow`, under the condition of `countDecided`; of limits that sessions do not share. */
export function sumDecided<Kind extends Exclude<AttemptKind, SharedKind>>(
  { clock }: Clocked,
  { weight, ...asked }: Asked<Kind> & { weight: number },
): Counted & { sum: number } {
  const { max } = ATTEMPT_LIMITS[asked.kind];
  const now = clock.real();
  const standing = standingIn(asked, now);
  if (standing.some(({ count }) => count >= max)) return { sum: max, writes: [], changes: [] };
  const next = standing.map((window) => grown(window, Math.min(weight, max), now));
  return { sum: next[0]?.window.count ?? 0, ...counted(next) };
}

/** `count`: 0 if it is over. `windowSeconds`: from `startedAt`, which of a share is that of the window of all. */
type Standing = AttemptWindow & { bucket: string; max: number; windowSeconds: number };

/** A share begins with the window of all its user's sessions, as in `attempt-window.ts`. */
function standingIn<Kind extends AttemptKind>({ kind, who, windows }: Asked<Kind>, now: Date): Standing[] {
  const { windowSeconds } = ATTEMPT_LIMITS[kind];
  const read = bucketsOf(kind, who).map((bucket, at) => ({ ...bucket, window: windows[at] ?? null }));
  const over = { count: 0, startedAt: now };
  const all = read.at(-1)?.window;
  const isOver = ({ startedAt }: AttemptWindow) => secondsBetween(startedAt, now) >= windowSeconds;
  return read.map(({ bucket, max, window }) => {
    const isBegun = window && all && !isOver(all) && window.startedAt >= all.startedAt;
    const standing = isBegun ? { count: window.count, startedAt: all.startedAt } : over;
    return { ...standing, bucket, max, windowSeconds };
  });
}

const leftSecondsOf = ({ startedAt, windowSeconds }: Standing, now: Date): number =>
  windowSeconds - Math.max(0, secondsBetween(startedAt, now));

/** The window with `weight` more. One in the future came from a wrong clock: it begins now. */
const grown = ({ bucket, count, startedAt }: Standing, weight: number, now: Date): WindowRow => ({
  bucket,
  window: { count: count + weight, startedAt: startedAt > now ? now : startedAt },
});

const counted = (rows: readonly WindowRow[]): Counted => ({
  writes: rows.map((row) => written(writeWindows, row)),
  changes: rows.map(({ bucket, window }) => becomes(factOf({ bucket }), window)),
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
