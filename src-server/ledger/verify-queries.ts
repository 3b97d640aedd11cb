import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';

const CHUNK_ROWS = 2000;

/** The next entries in order of account and seq, each with its account (null: there is none) and the transaction that seals it. */
export async function entryRowsAfter(db: Reader, last: { accountId: string; seq: number } | null) {
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
    .limit(CHUNK_ROWS);
}
export type EntryRow = Awaited<ReturnType<typeof entryRowsAfter>>[number];

/** The next transactions in order of id, each with the count, sum and credits of its entries. */
export async function transactionSumsAfter(db: Reader, lastId: string) {
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
      // Said of the entries too: PostgreSQL else merges them from the first one on.
      .leftJoin(entries, and(eq(entries.transactionId, transactions.id), gt(entries.transactionId, lastId)))
      .where(gt(transactions.id, lastId))
      // By the id alone: with a second column SQLite groups all that is left before it gives the first of them.
      .groupBy(transactions.id)
      .orderBy(asc(transactions.id))
      .limit(CHUNK_ROWS)
  );
}

/** Ids of transactions that say they reverse another and have an entry that does not, or are not of type `reversal`. */
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

/** The sum of the last balances of all accounts, the bank's own among them, in cents. */
export async function bankBalance(db: Reader): Promise<number> {
  const { accounts, entries } = db.tables;
  // A look-up for each account; joined to its last entry, SQLite reads every entry there is.
  const last = db
    .select({ balance: entries.balanceAfterCents })
    .from(entries)
    .where(eq(entries.accountId, accounts.id))
    .orderBy(desc(entries.seq))
    .limit(1);
  const [row] = await db.select({ total: sql`coalesce(sum((${last})), 0)`.mapWith(Number) }).from(accounts);
  return row?.total ?? 0;
}
