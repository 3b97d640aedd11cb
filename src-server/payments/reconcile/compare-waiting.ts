import { and, eq, sql } from 'drizzle-orm';
import { waitingDifference } from '#domain/pix/comparison';
import { waitingIntentDifference } from '#domain/pix/intent-books';
import type { Bank } from '#server/kernel/context';
import { sumOfBalances } from '#server/ledger/last-balance';
import { itsPayment } from '#server/protection/waiting/waiting-row';
import { pages } from '#server/work/pages';
import { waitingInBooksAfter } from './book-rows.ts';
import type { Findings } from './findings.ts';

/**
 * The balances of the customers' `held` accounts must equal the payments that wait; one statement, so of one moment. Each has its row
 * among all payments, in the matching state.
 */
export async function compareWaiting({ db }: Pick<Bank, 'db'>, findings: Findings): Promise<void> {
  const { accounts } = db.tables;
  const [row] = await db
    .select({ heldCents: sumOfBalances(db), waitingCents: waitingCents({ db }, null) })
    .from(accounts)
    .where(eq(accounts.accountType, 'held'));
  findings.differ(waitingDifference(row?.heldCents ?? 0, row?.waitingCents ?? 0));
  const read = (last: { transactionId: string } | null) => waitingInBooksAfter(db, last?.transactionId ?? '');
  for await (const found of pages(1, read)) findings.differ(...found.map(waitingIntentDifference));
}

/** For a select: the sum of the payments that wait, from one account or (null) from all. */
export function waitingCents({ db }: Pick<Bank, 'db'>, accountId: string | null) {
  const { paymentIntents: intents, waitingPayments: waiting } = db.tables;
  const sum = db
    .select({ sum: sql`sum(${intents.amountCents})` })
    .from(waiting)
    .innerJoin(intents, itsPayment(db))
    .where(
      // Not bound: SQLite would plan the statement again for each value, since its indexes are for some.
      and(
        sql`${waiting.status} = 'waiting'`,
        accountId === null ? undefined : eq(intents.accountId, accountId),
      ),
    );
  return sql`coalesce(${sum}, 0)`.mapWith(Number);
}
