import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import { sumOfBalances } from './last-balance.ts';

export async function entryRowsAfter(
  db: Reader,
  last: { accountId: string; seq: number } | null,
  rows: number,
) {
  const { accounts, entries, transactions } = db.tables;
  return db
    .select({
      accountId: entries.accountId,
      accountNumber: accounts.accountNumber,
      floorCents: accounts.floorCents,
      seq: entries.seq,
      transactionId: entries.transactionId,
      sealedBy: transactions.id,
      amountCents: entries.amountCents,
      balanceAfterCents: entries.balanceAfterCents,
      creditsAfterCents: entries.creditsAfterCents,
      createdAt: entries.createdAt,
    })
    .from(entries)
    .leftJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(transactions, eq(transactions.id, entries.transactionId))
    .where(last ? sql`(${entries.accountId}, ${entries.seq}) > (${last.accountId}, ${last.seq})` : undefined)
    .orderBy(asc(entries.accountId), asc(entries.seq))
    .limit(rows);
}
export type EntryRow = Awaited<ReturnType<typeof entryRowsAfter>>[number];

export async function transactionSumsAfter(db: Reader, lastId: string, rows: number) {
  const { entries, transactions } = db.tables;
  const { amountCents } = entries;
  return (
    db
      .select({
        id: transactions.id,
        amountCents: transactions.amountCents,
        entryCount: sql`count(${entries.accountId})`.mapWith(Number),
        sumCents: sql`coalesce(sum(${amountCents}), 0)`.mapWith(Number),
        movedCents:
          sql`coalesce(sum(case when ${amountCents} > 0 then ${amountCents} else 0 end), 0)`.mapWith(Number),
      })
      .from(transactions)
      // The bound is repeated for entries: PostgreSQL would otherwise merge-join from the first entry.
      .leftJoin(entries, and(eq(entries.transactionId, transactions.id), gt(entries.transactionId, lastId)))
      .where(gt(transactions.id, lastId))
      // Group by id alone: with a second column SQLite groups all remaining rows first.
      .groupBy(transactions.id)
      .orderBy(asc(transactions.id))
      .limit(rows)
  );
}

/** Reversals whose entries do not mirror the original, or whose type is wrong. */
export async function wrongReversals(db: Reader): Promise<string[]> {
  const { entries, transactions } = db.tables;
  const undone = alias(entries, 'undone');
  const rows = await db
    .selectDistinct({ id: transactions.id })
    .from(transactions)
    .innerJoin(entries, eq(entries.transactionId, transactions.id))
    .leftJoin(
      undone,
      and(
        eq(undone.transactionId, transactions.reversesId),
        eq(undone.accountId, entries.accountId),
        sql`${undone.amountCents} = -${entries.amountCents}`,
      ),
    )
    .where(
      and(
        isNotNull(transactions.reversesId),
        or(isNull(undone.accountId), sql`${transactions.type} <> 'reversal'`),
      ),
    )
    .orderBy(asc(transactions.id));
  return rows.map((row) => row.id);
}

/** In cents; includes the bank's own accounts. */
export async function bankBalance(db: Reader): Promise<number> {
  const [row] = await db.select({ total: sumOfBalances(db) }).from(db.tables.accounts);
  return row?.total ?? 0;
}
