import { and, gt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Tables } from '#db/schema';
import { MAIL_RETRY } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { pauseAtProviderSeconds, pauseWithBanksKeySeconds } from '#domain/pix/order';
import type { Bank } from '#server/kernel/context';
import { isWaiting } from '#server/outbox/claim';

/** Nothing is put off for longer by a right clock: an order that the provider has, or a letter. */
const LONGEST_PAUSE_SECONDS = Math.max(
  pauseAtProviderSeconds(Number.POSITIVE_INFINITY),
  pauseWithBanksKeySeconds(Number.POSITIVE_INFINITY),
  MAIL_RETRY.maxSeconds * (1 + MAIL_RETRY.jitter),
);

/** `isOpen`: as in the index that finds what is due; `claimSeconds`: how long who works on it has it, default: the provider's grace. */
type Looked = { column: AnyPgColumn; isOpen?: SQL | undefined; claimSeconds?: number };

/** Every column that says, in real time, when a worker takes a row up again. */
export const lookedAt = (tables: Tables): Looked[] => [
  { column: tables.paymentOrders.nextLookAt },
  { column: tables.coveredPayments.nextLookAt },
  { column: tables.heldPayments.nextLookAt },
  { column: tables.keyClaims.nextLookAt },
  { column: tables.charges.nextLookAt },
  { column: tables.waitingPayments.nextLookAt, isOpen: sql`status = 'waiting'` },
  { column: tables.providerEvents.nextAttemptAt },
  {
    column: tables.outbox.nextAttemptAt,
    isOpen: isWaiting(tables.outbox),
    claimSeconds: MAIL_RETRY.leaseSeconds,
  },
];

/**
 * After the clock was ahead: what was put off until a day that is far away is as if it had been taken up now. So it comes when a claim of now
 * would end, since a call or a letter may be under way, and nothing is sent twice.
 */
export async function bringBackLooks({ db, provider }: Bank, now: Date): Promise<void> {
  const limit = secondsAfter(now, LONGEST_PAUSE_SECONDS);
  for (const { column, isOpen, claimSeconds = provider.graceSeconds } of lookedAt(db.tables)) {
    const isAhead = and(gt(column, limit), isOpen);
    const [ahead] = await db.select({ one: sql`1` }).from(column.table).where(isAhead).limit(1);
    if (!ahead) continue;
    const at = sql.param(secondsAfter(now, claimSeconds), column);
    await db.transaction(async (tx) => {
      await tx
        .update(column.table)
        .set({ [keyOf(column)]: sql`${at}` })
        .where(isAhead);
    });
  }
}

const keyOf = ({ name }: AnyPgColumn): string => (name === 'next_look_at' ? 'nextLookAt' : 'nextAttemptAt');
