import { and, inArray, isNotNull } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import type { Posted } from '#server/ledger/post';
import type { Tx } from '../../db/db.ts';

/**
 * Refuses USER_CLOSED when a posting brings money to somebody who has closed the relation: nobody could take it from there.
 * Looked at after posting, under the ledger's locks, which a closure waits for.
 */
export async function refuseMoneyForClosed(tx: Tx, posted: Posted): Promise<void> {
  const { accounts, users } = tx.tables;
  const credited = posted.entries.flatMap(({ accountId, amountCents }) =>
    amountCents > 0 ? [accountId] : [],
  );
  const closed = tx.select({ id: users.id }).from(users).where(isNotNull(users.closedAt));
  const found = await tx.$count(
    accounts,
    and(inArray(accounts.id, credited), inArray(accounts.userId, closed)),
  );
  if (found > 0) refuse('USER_CLOSED');
}
