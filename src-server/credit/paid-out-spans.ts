import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, gt, isNotNull, lte, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';

/** Other requests run between queries. */
const CREDITS_PER_QUERY = 1000;

/** Conditions that divide the credits that were paid out by id, for one query each (index `credit_proposals_paid_out`). */
export async function* paidOutSpans(db: Reader): AsyncGenerator<SQL | undefined> {
  const { id, paidOutOn } = db.tables.creditProposals;
  for (let after: string | null = ''; after !== null; ) {
    const upTo: string | null = await endOf(db, after);
    yield and(isNotNull(paidOutOn), gt(id, after), upTo === null ? undefined : lte(id, upTo));
    after = upTo;
    await nextTurn();
  }
}

async function endOf(db: Reader, after: string): Promise<string | null> {
  const { id, paidOutOn } = db.tables.creditProposals;
  const [last] = await db
    .select({ id })
    .from(db.tables.creditProposals)
    .where(and(isNotNull(paidOutOn), gt(id, after)))
    .orderBy(asc(id))
    .limit(1)
    .offset(CREDITS_PER_QUERY - 1);
  return last?.id ?? null;
}
