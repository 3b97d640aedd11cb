import { type AnyColumn, and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';

/**
 * For a select: an account's balance in cents, after its last entry of those that `isAmong` holds for. A lookup per account; a join
 * makes SQLite read every entry.
 */
export function lastBalance(db: Reader, accountId: AnyColumn | string, isAmong?: SQL) {
  const { entries } = db.tables;
  const last = db
    .select({ balance: entries.balanceAfterCents })
    .from(entries)
    .where(and(eq(entries.accountId, accountId), isAmong))
    .orderBy(desc(entries.seq))
    .limit(1);
  return sql`coalesce(${last}, 0)`.mapWith(Number);
}

/** For a select from accounts: the sum of their balances in cents. */
export const sumOfBalances = (db: Reader, isAmong?: SQL) =>
  sql`coalesce(sum(${lastBalance(db, db.tables.accounts.id, isAmong)}), 0)`.mapWith(Number);
