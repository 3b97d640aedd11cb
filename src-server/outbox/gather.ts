import type { Tx } from '#db/db';
import { RECEIVED_MAIL_LIMITS, REPEATED_MAIL_LIMITS } from '#domain/limits';
import type { Bank } from '#server/kernel/context';

/** Null: now. */
type SendTime = Date | 'never' | null;

/**
 * When to send an e-mail about a received amount. Null: now, an e-mail of its own; a date: the e-mail that reports all
 * further amounts; `never`: that e-mail is queued already. Small amounts have the lower limit.
 */
export async function whenToSend(
  tx: Tx,
  clock: Bank['clock'],
  userId: string,
  receivedCents: number | undefined,
): Promise<SendTime> {
  if (receivedCents === undefined) return null;
  const [sendAt] = await whenToSendEach(tx, clock, [{ userId, receivedCents }]);
  return sendAt ?? null;
}

/** The same for several e-mails, in their order. */
export async function whenToSendEach(
  tx: Tx,
  clock: Bank['clock'],
  mails: readonly { userId: string; receivedCents: number }[],
): Promise<SendTime[]> {
  const { belowCents, windowSeconds, each, eachLarge } = RECEIVED_MAIL_LIMITS;
  const isLarge = ({ receivedCents }: { receivedCents: number }) => receivedCents >= belowCents;
  const bucketOf = (mail: { userId: string; receivedCents: number }) =>
    isLarge(mail) ? `letters:large:${mail.userId}` : `letters:${mail.userId}`;
  const counts = await countMails(tx, mails.map(bucketOf), windowSeconds, clock.real());
  return mails.map((mail, place) => {
    const { count, endsAt } = counts[place] ?? { count: 1, endsAt: new Date(0) };
    const most = isLarge(mail) ? eachLarge : each;
    if (count <= most) return null;
    return count === most + 1 ? endsAt : 'never';
  });
}

/** Counts one more e-mail of a kind that people can cause at will; true if there are too many. */
export async function isOneTooMany(
  tx: Tx,
  clock: Bank['clock'],
  userId: string,
  kind: string,
): Promise<boolean> {
  const { each, windowSeconds } = REPEATED_MAIL_LIMITS;
  const [counted] = await countMails(tx, [`mails:${kind}:${userId}`], windowSeconds, clock.real());
  return (counted?.count ?? 0) > each;
}

/** Counts one e-mail in each bucket of the attempts table, whose old rows are deleted daily. A bucket may occur twice. */
async function countMails(
  tx: Tx,
  buckets: readonly string[],
  seconds: number,
  now: Date,
): Promise<{ count: number; endsAt: Date }[]> {
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
