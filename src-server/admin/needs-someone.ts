import { and, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { NEEDS, type Need, ORDER_WAITS_MINUTES, PROPOSAL_WAITS_HOURS } from '#domain/admin/overview';
import { overdueThisWeek } from '#domain/credit/late';
import { UNDECIDED } from '#domain/credit/words';
import { JOB_NAMES } from '#domain/jobs/words';
import { isReviewOpen } from '#server/credit/review';
import { lookAtClock } from '#server/kernel/clock-watch';
import type { SignedInContext } from '#server/kernel/context';
import { outboxState } from '#server/outbox/state';
import { lostBefore } from './job-runs-list.ts';
import { isUnderReview } from './payment-reviews.ts';
import { type Waiting, waitingIn } from './waiting.ts';

export const needsSomeoneSchema = z.array(
  z.object({ need: z.enum(NEEDS), count: z.int(), oldestAt: z.iso.datetime().nullable() }),
);

/** Most urgent first; kinds with nothing waiting are left out. */
export async function needsSomeone(ctx: SignedInContext): Promise<z.output<typeof needsSomeoneSchema>> {
  const asked: Record<Need, (ctx: SignedInContext) => Promise<Waiting>> = {
    clock: clockInDoubt,
    reconciliation: lastReconciliation,
    stuck_orders: stuckOrders,
    payment_reviews: paymentReviews,
    held_payments: heldPayments,
    failed_jobs: failedJobs,
    mail_given_up: mailGivenUp,
    reviews: reviewsAsked,
    old_proposals: oldProposals,
    new_overdue: newOverdue,
  };
  const found = [];
  for (const need of NEEDS) {
    const { count: waiting, oldestAt } = await asked[need](ctx);
    if (waiting > 0) found.push({ need, count: waiting, oldestAt: oldestAt?.toISOString() ?? null });
  }
  return found;
}

/** While the machine's clock is ahead of the bank's, the daily run waits. */
async function clockInDoubt(ctx: SignedInContext): Promise<Waiting> {
  const { standing } = await lookAtClock(ctx);
  return { count: standing === 'right' ? 0 : 1, oldestAt: null };
}

async function lastReconciliation({ db }: SignedInContext): Promise<Waiting> {
  const { reconciliations } = db.tables;
  const [last] = await db
    .select({ count: reconciliations.differenceCount, oldestAt: reconciliations.createdAt })
    .from(reconciliations)
    .orderBy(desc(reconciliations.createdAt), desc(reconciliations.id))
    .limit(1);
  return last ?? { count: 0, oldestAt: null };
}

async function stuckOrders({ db, clock }: SignedInContext): Promise<Waiting> {
  const { paymentOrders: orders } = db.tables;
  const before = new Date(clock.now().getTime() - ORDER_WAITS_MINUTES * 60_000);
  const isStuck = and(isNull(orders.concludedAt), lt(orders.createdAt, before));
  return waitingIn(db, orders, orders.createdAt, isStuck);
}

/** Without those that their customer undid. */
async function paymentReviews({ db }: SignedInContext): Promise<Waiting> {
  const { paymentReviews: reviews } = db.tables;
  return waitingIn(db, reviews, reviews.createdAt, isUnderReview(db));
}

/** Without the payments that are being returned. */
async function heldPayments({ db }: SignedInContext): Promise<Waiting> {
  const { heldPayments: held } = db.tables;
  return waitingIn(db, held, held.createdAt, eq(held.status, 'held'));
}

/** Jobs whose last run failed or was cut off, by real time (all else here is by the bank's clock). */
async function failedJobs({ db, clock }: SignedInContext): Promise<Waiting> {
  const { jobRuns } = db.tables;
  const failed: Date[] = [];
  const isCutOff = lt(jobRuns.startedAt, lostBefore(clock.real()));
  for (const job of JOB_NAMES) {
    const [last] = await db
      .select({ error: jobRuns.error, endedAt: jobRuns.finishedAt, startedAt: jobRuns.startedAt })
      .from(jobRuns)
      .where(and(eq(jobRuns.job, job), or(isNotNull(jobRuns.finishedAt), isCutOff)))
      .orderBy(desc(jobRuns.createdAt), desc(jobRuns.id))
      .limit(1);
    const at = last?.endedAt ?? last?.startedAt;
    if (at && (last?.error !== null || !last.endedAt)) failed.push(at);
  }
  const [oldest] = failed.toSorted((one, other) => +one - +other);
  const ago = oldest && clock.real().getTime() - oldest.getTime();
  return {
    count: failed.length,
    oldestAt: ago === undefined ? null : new Date(clock.now().getTime() - ago),
  };
}

async function mailGivenUp({ db }: SignedInContext): Promise<Waiting> {
  return { count: (await outboxState(db)).failed, oldestAt: null };
}

/** Proposals with a pending request for human review (LGPD, art. 20). */
async function reviewsAsked({ db }: SignedInContext): Promise<Waiting> {
  const { creditProposals: proposals } = db.tables;
  return waitingIn(db, proposals, proposals.reviewAskedAt, isReviewOpen(db));
}

async function oldProposals({ db, clock }: SignedInContext): Promise<Waiting> {
  const { creditProposals: proposals } = db.tables;
  const before = new Date(clock.now().getTime() - PROPOSAL_WAITS_HOURS * 3_600_000);
  return waitingIn(db, proposals, proposals.createdAt, and(isUndecided(db), lt(proposals.createdAt, before)));
}

async function newOverdue({ db, clock }: SignedInContext): Promise<Waiting> {
  const { creditProposals: proposals, instalments } = db.tables;
  const { from, upTo } = overdueThisWeek(clock.today());
  const [row] = await db
    .select({ count: sql`count(distinct ${instalments.proposalId})`.mapWith(Number) })
    .from(instalments)
    .innerJoin(proposals, and(eq(proposals.id, instalments.proposalId), isNotNull(proposals.paidOutOn)))
    .where(
      and(isNull(instalments.paidOn), gte(instalments.dueOn, from), sql`${instalments.dueOn} <= ${upTo}`),
    );
  return { count: row?.count ?? 0, oldestAt: null };
}

export const isUndecided = (db: Reader) => sql`${db.tables.creditProposals.status} in ${[...UNDECIDED]}`;
