import { and, isNotNull, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { idSpans } from '#server/work/id-spans';

const CREDITS_PER_QUERY = 1000;

/** Conditions that divide the credits that were paid out, for one query each (index `credit_proposals_paid_out`). */
export async function* paidOutSpans(db: Reader): AsyncGenerator<SQL | undefined, void> {
  const { creditProposals } = db.tables;
  const isCounted = isNotNull(creditProposals.paidOutOn);
  for await (const span of idSpans(db, creditProposals.id, { size: CREDITS_PER_QUERY, isCounted }))
    yield and(isCounted, span(creditProposals.id));
}
