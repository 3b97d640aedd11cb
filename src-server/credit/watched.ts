import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { overdueUpTo } from '#domain/credit/late';
import { standingOf } from '#domain/credit/standing';
import type { Standing } from '#domain/credit/standing-words';
import { daysBetween } from '#domain/date';
import { idsOf } from '#server/kernel/id';
import { type Order, page } from '#server/kernel/keyset';
import { anyOf, idList } from '#server/ledger/any-of';
import { foundBy } from './queries.ts';

/** `unpaidCents` is at face value. */
export type Watched = {
  id: string;
  createdAt: Date;
  amountCents: number;
  standing: Standing;
  unpaidCents: number;
  /** Of the oldest overdue instalment; 0 if none. */
  daysLate: number;
  /** Open instalments due today. */
  dueOnDay: number;
  /** 'YYYY-MM-DD'; null if none is overdue. */
  newestOverdueOn: string | null;
};

/** Other requests run between queries. */
const CREDITS_PER_QUERY = 250;

type Wanted = { q: string | undefined; order: Order<Seen>; cursor?: string | undefined; today: string };

/** Credits that were paid out and match `q`, in batches. Refuses VALIDATION (cursor). */
export async function* watched(db: Reader, { q, order, cursor, today }: Wanted): AsyncGenerator<Watched[]> {
  const { creditProposals: proposals, users } = db.tables;
  const { id, createdAt, amountCents, negativatedAt } = proposals;
  for (let after: string | null | undefined = cursor; after !== null; ) {
    const { rows, nextCursor }: Awaited<ReturnType<typeof page<Seen>>> = await page(
      (rest) =>
        db
          .select({
            id,
            createdAt,
            amountCents,
            negativatedAt,
            isFound: sql`${foundBy(db, q)}`.mapWith(Boolean),
          })
          .from(proposals)
          .innerJoin(users, eq(users.id, proposals.userId))
          .where(and(isNotNull(proposals.paidOutOn), rest)),
      order,
      { cursor: after, limit: CREDITS_PER_QUERY },
    );
    const found = rows.filter(({ isFound }) => isFound);
    const open = await openOf(db, found, today);
    yield found.map((credit) => {
      const { unpaid, overdue, unpaidCents, dueOnDay, oldestDueOn, newestOverdueOn } =
        open.get(credit.id) ?? NOTHING_OPEN;
      const standing = standingOf({ unpaid, overdue, isNegativated: credit.negativatedAt !== null });
      const daysLate = overdue > 0 && oldestDueOn !== null ? daysBetween(oldestDueOn, today) : 0;
      return { ...credit, standing, unpaidCents, daysLate, dueOnDay, newestOverdueOn };
    });
    after = nextCursor;
    await nextTurn();
  }
}
type Seen = Pick<Watched, 'id' | 'createdAt' | 'amountCents'> & {
  negativatedAt: Date | null;
  isFound: boolean;
};
type Open = {
  unpaid: number;
  overdue: number;
  unpaidCents: number;
  dueOnDay: number;
  oldestDueOn: string | null;
  newestOverdueOn: string | null;
};
const NOTHING_OPEN: Open = {
  unpaid: 0,
  overdue: 0,
  unpaidCents: 0,
  dueOnDay: 0,
  oldestDueOn: null,
  newestOverdueOn: null,
};

async function openOf(
  db: Reader,
  credits: readonly { id: string }[],
  today: string,
): Promise<Map<string, Open>> {
  const rows = await db
    .prepared('credit.openOfMany', (on, { instalments }) => {
      const isUnpaid = isNull(instalments.paidOn);
      const isOverdue = and(isUnpaid, lte(instalments.dueOn, sql.placeholder('upTo')));
      return (
        on
          .select({
            id: instalments.proposalId,
            unpaid: sql`count(case when ${isUnpaid} then 1 end)`.mapWith(Number),
            overdue: sql`count(case when ${isOverdue} then 1 end)`.mapWith(Number),
            unpaidCents:
              sql`coalesce(sum(case when ${isUnpaid} then ${instalments.amountCents} end), 0)`.mapWith(
                Number,
              ),
            dueOnDay:
              sql`count(case when ${and(isUnpaid, eq(instalments.dueOn, sql.placeholder('today')))} then 1 end)`.mapWith(
                Number,
              ),
            oldestDueOn: sql<string | null>`min(case when ${isUnpaid} then ${instalments.dueOn} end)`,
            newestOverdueOn: sql<string | null>`max(case when ${isOverdue} then ${instalments.dueOn} end)`,
          })
          .from(instalments)
          // Joins from credits first: starting at unpaid instalments would scan the whole bank.
          .where(anyOf(on, instalments.proposalId, 'ids'))
          .groupBy(instalments.proposalId)
      );
    })
    .execute({
      ids: idList(db, idsOf(credits)),
      upTo: overdueUpTo(today),
      today,
    });
  return new Map(rows.map(({ id, ...open }) => [id, open]));
}
