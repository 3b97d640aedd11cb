import { and, asc, eq, inArray, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import { secondsAfter } from '#domain/moment';
import type { ReviewStatus } from '#domain/protection/waiting';
import { ownerContext } from '#server/audit/owner-context';
import { isClockAhead } from '#server/kernel/clock-watch';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { itsPayment, type WaitingRow, waitingColumns } from '#server/protection/waiting/waiting-row';
import { claim, drain } from '#server/work/queue';
import type { ProviderTask } from '../orders/order-worker.ts';
import { endUnlessEnded, release } from './release.ts';

/** `calls`: concurrency limit of calls to the provider. */
const AT_ONCE = { rows: 100, calls: 8 };
/** A payment that could not be taken further is tried again after those that became due meanwhile. */
const LOOK_AGAIN_SECONDS = 60;

const FROZEN = 'A conta foi congelada ou bloqueada';
const NOT_REVIEWED = 'A análise não terminou a tempo. Se o pagamento é seu, fale com o atendimento.';

/**
 * Makes payments that can no longer be undone, and undoes those whose customer or account was frozen, or whose access was ended, meanwhile. Processes may share
 * the work; a failing or slow payment delays no other.
 */
export async function releaseDue(bank: Bank, isStopping?: () => boolean): Promise<void> {
  const work = async ({ waiting, ...found }: Due) => {
    if (!(await claimRow(bank, waiting))) return;
    await advance(bank, waiting, found).catch((error: unknown) =>
      logFailure(bank.log, error, 'a payment that waits could not be taken further', {
        payment: waiting.transactionId,
      }),
    );
  };
  const keyOf = ({ waiting }: Due) => waiting.transactionId;
  await drain({ due: () => due(bank), keyOf, work, atOnce: AT_ONCE.calls }, isStopping);
}

async function advance(
  bank: Bank,
  waiting: WaitingRow,
  { isStopped, review, reviewReason, decidedAt }: Found,
): Promise<void> {
  const ctx = await ownerContext(bank, waiting.userId);
  const stopped = isStopped ? FROZEN : waiting.reason;
  if (stopped !== null) return endUnlessEnded(ctx, waiting, { fate: 'undone', reason: stopped });
  if (review === 'pending') return endUnlessEnded(ctx, waiting, { fate: 'refused', reason: NOT_REVIEWED });
  if (review === 'refused')
    return endUnlessEnded(ctx, waiting, { fate: 'refused', reason: reviewReason ?? NOT_REVIEWED });
  await release(ctx, waiting, decidedAt ?? waiting.releaseAt);
}

function claimRow({ db, clock }: Bank, { transactionId }: WaitingRow): Promise<{ id: string } | null> {
  const now = clock.real();
  const { waitingPayments: waiting } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(waiting)
      .set({ nextLookAt: secondsAfter(now, LOOK_AGAIN_SECONDS) })
      .where(and(eq(waiting.transactionId, transactionId), lte(waiting.nextLookAt, now)))
      .returning({ id: waiting.transactionId }),
  );
}

type Found = {
  isStopped: boolean;
  review: ReviewStatus | null;
  reviewReason: string | null;
  decidedAt: Date | null;
};

type Due = Found & { waiting: WaitingRow };

/**
 * `isStopped`: frozen by its customer or the bank, or the customer may not use the bank any more. While the machine's clock is ahead no
 * payment is due by time, neither made nor, in review, ended.
 */
async function due({ db, clock }: Bank): Promise<Due[]> {
  const { accounts, paymentIntents: intents, paymentReviews: reviews, protections, users } = db.tables;
  const { waitingPayments: waiting } = db.tables;
  const frozenAccount = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, waiting.userId),
        inArray(accounts.accountType, ['checking', 'external']),
        eq(accounts.isActive, false),
      ),
    );
  const isStopped = or(
    isNotNull(protections.frozenAt),
    eq(users.isActive, false),
    sql`exists ${frozenAccount}`,
  );
  const rows = await db
    .select({
      waiting: waitingColumns(db),
      isStopped: sql`case when ${isStopped} then 1 else 0 end`.mapWith(Boolean),
      review: reviews.status,
      reviewReason: reviews.reason,
      decidedAt: reviews.decidedAt,
    })
    .from(waiting)
    .innerJoin(intents, itsPayment(db))
    .innerJoin(users, eq(users.id, waiting.userId))
    .leftJoin(reviews, eq(reviews.transactionId, waiting.transactionId))
    .leftJoin(protections, eq(protections.userId, waiting.userId))
    .where(
      and(
        eq(waiting.status, 'waiting'),
        lte(waiting.nextLookAt, clock.real()),
        or(
          (await isClockAhead({ db, clock })) ? undefined : lte(intents.executeAt, clock.now()),
          isStopped,
          isNotNull(waiting.reason),
          ne(reviews.status, 'pending'),
        ),
      ),
    )
    .orderBy(asc(waiting.nextLookAt))
    .limit(AT_ONCE.rows);
  return rows;
}

/** Run by the order worker. */
export const WAITING: ProviderTask = { name: 'payments that wait', run: releaseDue };
