import { type AnyColumn, desc, eq, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';

/** For a select: an account's balance in cents. A lookup per account; a join makes SQLite read every entry. */
export function lastBalance(db: Reader, accountId: AnyColumn | string) {
  const { entries } = db.tables;
  const last = db
    .select({ balance: entries.balanceAfterCents })
    .from(entries)
    .where(eq(entries.accountId, accountId))
    .orderBy(desc(entries.seq))
    .limit(1);
  return sql`coalesce(${last}, 0)`.mapWith(Number);
}

/** For a select from accounts: the sum of their balances in cents. */
export const sumOfBalances = (db: Reader) =>
  sql`coalesce(sum(${lastBalance(db, db.tables.accounts.id)}), 0)`.mapWith(Number);
