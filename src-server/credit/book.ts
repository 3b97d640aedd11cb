import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { overdueUpTo } from '#domain/credit/late';
import { standingOf } from '#domain/credit/standing';
import type { Standing } from '#domain/credit/standing-words';
import { daysBetween } from '#domain/date';
import { paidOutSpans } from './paid-out-spans.ts';

/** Credits of one standing and delay. Unpaid amounts are at face value; `ahead`: due from today to `untilOn`. */
export type BookShare = {
  standing: Standing;
  daysLate: number;
  count: number;
  unpaidCents: number;
  aheadCount: number;
  aheadCents: number;
};

/** Yields batches: a group may occur in several. */
export async function* loanBook(
  db: Reader,
  { today, untilOn }: { today: string; untilOn: string },
): AsyncGenerator<BookShare[]> {
  for await (const span of paidOutSpans(db)) {
    const rows = await groupsIn(db, span, { today, untilOn });
    yield rows.map(({ isNegativated, unpaid, overdue, oldestDueOn, ...share }) => ({
      ...share,
      standing: standingOf({ unpaid, overdue, isNegativated }),
      daysLate: oldestDueOn === null ? 0 : daysBetween(oldestDueOn, today),
    }));
  }
}

/** One row per group, read from two indexes only (db/schema/credit.ts). */
function groupsIn(db: Reader, span: SQL | undefined, { today, untilOn }: { today: string; untilOn: string }) {
  const { creditProposals: proposals, instalments } = db.tables;
  const { amountCents, dueOn } = instalments;
  const isOverdue = sql`${dueOn} <= ${overdueUpTo(today)}`;
  const isAhead = sql`${dueOn} between ${today} and ${untilOn}`;
  const credit = db
    .select({
      isNegativated: sql<number>`case when ${proposals.negativatedAt} is null then 0 else 1 end`.as(
        'negative',
      ),
      unpaid: sql<number>`case when count(${dueOn}) > 0 then 1 else 0 end`.as('unpaid'),
      overdue: sql<number>`count(case when ${isOverdue} then 1 end)`.as('overdue'),
      oldestDueOn: sql<string | null>`min(case when ${isOverdue} then ${dueOn} end)`.as('oldest'),
      unpaidCents: sql<number>`coalesce(sum(${amountCents}), 0)`.as('cents'),
      aheadCount: sql<number>`count(case when ${isAhead} then 1 end)`.as('ahead'),
      aheadCents: sql<number>`coalesce(sum(case when ${isAhead} then ${amountCents} end), 0)`.as(
        'ahead_cents',
      ),
    })
    .from(proposals)
    .leftJoin(instalments, and(eq(instalments.proposalId, proposals.id), isNull(instalments.paidOn)))
    .where(span)
    .groupBy(proposals.id, proposals.negativatedAt)
    .as('credit');
  return db
    .select({
      isNegativated: sql`${credit.isNegativated}`.mapWith(Boolean),
      unpaid: sql`${credit.unpaid}`.mapWith(Number),
      overdue: sql`${credit.overdue}`.mapWith(Number),
      oldestDueOn: credit.oldestDueOn,
      count: sql`count(*)`.mapWith(Number),
      unpaidCents: sql`sum(${credit.unpaidCents})`.mapWith(Number),
      aheadCount: sql`sum(${credit.aheadCount})`.mapWith(Number),
      aheadCents: sql`sum(${credit.aheadCents})`.mapWith(Number),
    })
    .from(credit)
    .groupBy(credit.isNegativated, credit.unpaid, credit.overdue, credit.oldestDueOn);
}
