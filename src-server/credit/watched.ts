import { and, between, eq, isNull, min, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { overdueUpTo } from '#domain/credit/late';
import { standingOf } from '#domain/credit/standing';
import type { Standing } from '#domain/credit/standing-words';
import { paidOutSpans } from './paid-out-spans.ts';
import { countIf, foundBy } from './queries.ts';

/** `unpaidCents` is at face value. */
export type Watched = {
  id: string;
  createdAt: Date;
  amountCents: number;
  standing: Standing;
  overdue: number;
  unpaidCents: number;
  /** 'YYYY-MM-DD' of the oldest open instalment; null if none is open. */
  oldestDueOn: string | null;
};

/** `due`: only credits with an open instalment due on one of these days. */
type Wanted = { q: string | undefined; due: { from: string; upTo: string } | null; today: string };

/** Credits that were paid out and match, in batches, each read once. */
export async function* watched(db: Reader, wanted: Wanted): AsyncGenerator<Watched[]> {
  for await (const span of paidOutSpans(db)) {
    const credits = await creditsIn(db, span, wanted);
    yield credits.map(({ isNegativated, ...credit }) => {
      const unpaid = credit.oldestDueOn === null ? 0 : 1;
      return { ...credit, standing: standingOf({ unpaid, overdue: credit.overdue, isNegativated }) };
    });
  }
}

/** Adds up only what is asked for: each sum costs as much as reading the instalments. */
function creditsIn(db: Reader, span: SQL | undefined, { q, due, today }: Wanted) {
  const { creditProposals: proposals, instalments, users } = db.tables;
  const { id, createdAt, amountCents, negativatedAt } = proposals;
  const { dueOn } = instalments;
  const query = db
    .select({
      id,
      createdAt,
      amountCents,
      isNegativated: sql`${negativatedAt} is not null`.mapWith(Boolean),
      overdue: countIf(sql`${dueOn} <= ${overdueUpTo(today)}`),
      unpaidCents: sql`coalesce(sum(${instalments.amountCents}), 0)`.mapWith(Number),
      oldestDueOn: min(dueOn),
    })
    .from(proposals)
    .leftJoin(instalments, and(eq(instalments.proposalId, id), isNull(instalments.paidOn)))
    .$dynamic();
  const found = q ? query.innerJoin(users, eq(users.id, proposals.userId)) : query;
  return found
    .where(and(span, q ? foundBy(db, q) : undefined))
    .groupBy(id)
    .having(due ? sql`${countIf(between(dueOn, due.from, due.upTo))} > 0` : undefined);
}
