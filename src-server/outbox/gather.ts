import type { Tx } from '#db/db';
import { RECEIVED_MAIL_LIMITS, REPEATED_MAIL_LIMITS } from '#domain/limits';
import type { Bank } from '#server/kernel/context';
import type { MessageKind } from './catalogue.ts';
import { isMailedEach } from './mailed-each.ts';
import { turnsOf } from './urgency.ts';

/** Null: now. */
export type SendTime = Date | 'never' | null;

/** `isConfirmed`: the receiver's address. */
export type LimitedMail = {
  userId: string;
  kind: MessageKind;
  isConfirmed: boolean;
  receivedCents?: number | undefined;
};

/** `turn`: which one of the receiver's letters of the hour it is, from 1. */
export type Place = { sendAt: SendTime; turn: number };

/** Of a letter that is not counted. */
export const UNCOUNTED: Place = { sendAt: null, turn: 1 };

/**
 * When to send each of several e-mails, in their order, which are counted. Null: now, an e-mail of its own. Of amounts
 * received, a date: the e-mail that reports all further ones; `never`: that e-mail is queued already. Of other kinds that
 * people can cause at will, `never`: too many. `turn` is counted by `turnsOf`; a kind without turns of its own has the count of its limit.
 */
export async function whenToSendEach(
  tx: Tx,
  clock: Bank['clock'],
  mails: readonly LimitedMail[],
): Promise<Place[]> {
  const limits = mails.map((mail) => ({ limit: limitOf(mail), turns: turnsFor(mail) }));
  const counted = await countMails(
    tx,
    limits.flatMap(({ limit, turns }) => [limit, turns]).filter((window) => window !== null),
    clock.real(),
  );
  return limits.map(({ limit, turns }) => {
    const own = turns ?? limit;
    return {
      sendAt: limit && sendTimeOf(limit, counted.get(limit)),
      turn: (own && counted.get(own)?.count) ?? UNCOUNTED.turn,
    };
  });
}

function sendTimeOf({ most, isGathered }: Limit, counted: Counted | undefined): SendTime {
  if (!counted || counted.count <= most) return null;
  const { count, endsAt } = counted;
  return isGathered && count === most + 1 ? endsAt : 'never';
}

type Window = { bucket: string; windowSeconds: number };
type Limit = Window & { most: number; isGathered: boolean };

function turnsFor({ userId, kind }: LimitedMail): Window | null {
  const turns = turnsOf(kind);
  return turns && { bucket: `turns:${turns}:${userId}`, windowSeconds: REPEATED_MAIL_LIMITS.windowSeconds };
}

/** Small amounts have the lower limit. */
function limitOf({ userId, kind, isConfirmed, receivedCents }: LimitedMail): Limit | null {
  if (receivedCents !== undefined) {
    const { belowCents, windowSeconds, each, eachLarge } = RECEIVED_MAIL_LIMITS;
    const shared = { windowSeconds, isGathered: true };
    return receivedCents >= belowCents
      ? { bucket: `letters:large:${userId}`, most: eachLarge, ...shared }
      : { bucket: `letters:${userId}`, most: each, ...shared };
  }
  if (isMailedEach(kind, isConfirmed)) return null;
  const { each: most, windowSeconds } = REPEATED_MAIL_LIMITS;
  return { bucket: `mails:${kind}:${userId}`, most, windowSeconds, isGathered: false };
}

type Counted = { count: number; endsAt: Date };

/** Counts one e-mail for each window in the attempts table, whose old rows are deleted daily. A bucket may occur twice. */
async function countMails(tx: Tx, limits: readonly Window[], now: Date): Promise<Map<Window, Counted>> {
  const counted = new Map<Window, Counted>();
  for (const seconds of new Set(limits.map(({ windowSeconds }) => windowSeconds))) {
    const alike = limits.filter(({ windowSeconds }) => windowSeconds === seconds);
    const counts = await countInBuckets(
      tx,
      alike.map(({ bucket }) => bucket),
      seconds,
      now,
    );
    for (const [place, limit] of alike.entries())
      counted.set(limit, counts[place] ?? { count: 1, endsAt: now });
  }
  return counted;
}

async function countInBuckets(
  tx: Tx,
  buckets: readonly string[],
  seconds: number,
  now: Date,
): Promise<Counted[]> {
  const added = new Map<string, number>();
  for (const bucket of buckets) added.set(bucket, (added.get(bucket) ?? 0) + 1);
  // Sorted, so that two processes lock the rows in one order.
  const rows = [...added.keys()].sort().map((bucket) => ({
    bucket,
    count: added.get(bucket) ?? 1,
    windowStartedAt: now,
    blockedUntil: null,
  }));
  const written = await tx.insertRows(tx.tables.attempts, rows, {
    conflict: addToWindow(tx.engine, seconds),
    returning: ['bucket', 'count', 'windowStartedAt'],
  });
  const windows = new Map(written.map((row) => [row.bucket, row]));
  return buckets.map((bucket) => {
    const window = windows.get(bucket);
    if (!window) throw new Error('attempts: no row returned for the e-mail count');
    const left = added.get(bucket) ?? 1;
    added.set(bucket, left - 1);
    return {
      count: window.count - left + 1,
      endsAt: new Date(window.windowStartedAt.getTime() + seconds * 1000),
    };
  });
}

function addToWindow(engine: Tx['engine'], seconds: number): string {
  const length = engine === 'sqlite' ? `${seconds * 1000}` : `interval '${seconds} seconds'`;
  const isOver = `attempts.window_started_at <= excluded.window_started_at - ${length}`;
  return `on conflict (bucket) do update set
    count = case when ${isOver} then excluded.count else attempts.count + excluded.count end,
    window_started_at = case when ${isOver} then excluded.window_started_at else attempts.window_started_at end`;
}
