import { and, eq, sql } from 'drizzle-orm';
import { waitingDifference } from '#domain/pix/comparison';
import type { Bank } from '#server/kernel/context';
import { sumOfBalances } from '#server/ledger/last-balance';
import type { Findings } from './findings.ts';

/** The balances of the customers' `held` accounts must equal the payments that wait; one statement, so of one moment. */
export async function compareWaiting({ db }: Pick<Bank, 'db'>, findings: Findings): Promise<void> {
  const { accounts } = db.tables;
  const [row] = await db
    .select({ heldCents: sumOfBalances(db), waitingCents: waitingCents({ db }, null) })
    .from(accounts)
    .where(eq(accounts.accountType, 'held'));
  findings.differ(waitingDifference(row?.heldCents ?? 0, row?.waitingCents ?? 0));
}

/** For a select: the sum of the payments that wait, from one account or (null) from all. */
export function waitingCents({ db }: Pick<Bank, 'db'>, accountId: string | null) {
  const { waitingPayments: waiting } = db.tables;
  const sum = db
    .select({ sum: sql`sum(${waiting.amountCents})` })
    .from(waiting)
    .where(
      and(eq(waiting.status, 'waiting'), accountId === null ? undefined : eq(waiting.accountId, accountId)),
    );
  return sql`coalesce(${sum}, 0)`.mapWith(Number);
}
