import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { heldDifference } from '#domain/pix/comparison';
import { type HeldStatus, OPEN_HELD_STATUSES } from '#domain/pix/held';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { lastBalance } from '#server/ledger/last-balance';
import type { Findings } from './findings.ts';

/** The balance of `held_pix` must equal the payments that are held or being returned. */
export async function compareHeld({ db }: Pick<Bank, 'db'>, findings: Findings): Promise<void> {
  const { accounts } = db.tables;
  const heldId = await bankAccountId(db, 'held_pix');
  const [row] = await db
    .select({
      heldCents: lastBalance(db, heldId),
      openCents: heldCents({ db }, null, OPEN_HELD_STATUSES),
    })
    .from(accounts)
    .where(eq(accounts.id, heldId));
  if (!row) throw new Error('the bank has no held_pix account');
  findings.differ(heldDifference(row.heldCents, row.openCents));
}

/** For a select: the sum of the open payments of these statuses, of one person or (null) of all. */
export function heldCents({ db }: Pick<Bank, 'db'>, userId: string | null, statuses: readonly HeldStatus[]) {
  const { heldPayments: held } = db.tables;
  const sum = db
    .select({ sum: sql`sum(${held.amountCents})` })
    .from(held)
    .where(
      and(
        isNull(held.concludedAt),
        inArray(held.status, [...statuses]),
        userId === null ? undefined : eq(held.userId, userId),
      ),
    );
  return sql`coalesce(${sum}, 0)`.mapWith(Number);
}
