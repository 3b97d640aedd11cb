import { and, asc, eq, exists, gt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import { idSpans } from '#server/work/id-spans';
import { sumOfBalances } from './last-balance.ts';
import { newestRowid, transactionRowid } from './text-index.ts';

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

/** Reversals in the order of what they reverse. Wrong: the entries do not mirror the original's, or the type is another. */
export async function reversalsAfter(db: Reader, lastId: string, rows: number) {
  const { entries, transactions } = db.tables;
  const undone = alias(entries, 'undone');
  // A page first: SQLite would otherwise read all entries and look for each one's transaction.
  const page = db
    .select({ id: transactions.id, type: transactions.type, reversesId: transactions.reversesId })
    .from(transactions)
    .where(gt(transactions.reversesId, lastId))
    .orderBy(asc(transactions.reversesId))
    .limit(rows)
    .as('page');
  const isMirrored = db
    .select({ one: sql`1` })
    .from(undone)
    .where(
      and(
        eq(undone.transactionId, page.reversesId),
        eq(undone.accountId, entries.accountId),
        sql`${undone.amountCents} = -${entries.amountCents}`,
      ),
    );
  const unlike = db
    .select({ one: sql`1` })
    .from(entries)
    .where(and(eq(entries.transactionId, page.id), notExists(isMirrored)));
  const isWrong = or(exists(unlike), sql`${page.type} <> 'reversal'`);
  return db
    .select({
      id: page.id,
      reversesId: page.reversesId,
      isWrong: sql`case when ${isWrong} then 1 else 0 end`.mapWith(Boolean),
    })
    .from(page)
    .orderBy(asc(page.reversesId));
}

/** In cents, at one moment; includes the bank's own accounts. */
export async function bankBalance(db: Reader, accountsAtOnce: number): Promise<number> {
  const { accounts } = db.tables;
  if (db.engine === 'postgres') {
    const [row] = await db.select({ total: sumOfBalances(db) }).from(accounts);
    return row?.total ?? 0;
  }
  // SQLite numbers transactions in the order of their COMMITs, so that this bound is a moment.
  const isThen = postedUpTo(db, await newestRowid(db));
  let total = 0;
  for await (const span of idSpans(db, accounts.id, { size: accountsAtOnce })) {
    const [row] = await db
      .select({ total: sumOfBalances(db, isThen) })
      .from(accounts)
      .where(span(accounts.id));
    total += row?.total ?? 0;
  }
  return total;
}

function postedUpTo(db: Reader, rowid: number): SQL {
  const { entries, transactions } = db.tables;
  const later = db
    .select({ one: sql`1` })
    .from(transactions)
    .where(and(eq(transactions.id, entries.transactionId), gt(transactionRowid, rowid)));
  return notExists(later);
}
