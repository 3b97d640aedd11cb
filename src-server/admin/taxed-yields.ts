import { and, eq, isNotNull, not, notExists, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { TaxedYields } from '#domain/admin/product-books';
import { among } from '#server/kernel/any-of';
import { bankAccountIds } from '#server/ledger/bank-account';
import { idSpans, type Span } from '#server/work/id-spans';

const ROWS_AT_ONCE = 2000;

/**
 * Yields consumed by their taxes, so that no customer's account moved. Redemptions go on while rows are read, and both
 * sums only grow: the ledger's must lie between the books' before and after it.
 */
export async function taxedYields(db: Reader): Promise<TaxedYields> {
  const before = await inBooks(db);
  const ledgerCents = await inLedger(db);
  const after = await inBooks(db);
  return { ledgerCents, bookCents: Math.min(Math.max(ledgerCents, before), after) };
}

async function inBooks(db: Reader): Promise<number> {
  const { investments } = db.tables;
  const { yieldCents, iofCents, incomeTaxCents } = investments;
  const isConsumed = and(
    isNotNull(investments.endedOn),
    eq(yieldCents, sql`${iofCents} + ${incomeTaxCents}`),
  );
  let sumCents = 0;
  for await (const span of idSpans(db, investments.id, { size: ROWS_AT_ONCE })) {
    const [row] = await db
      .select({ cents: sql`coalesce(sum(${yieldCents}), 0)`.mapWith(Number) })
      .from(investments)
      .where(and(span(investments.id), isConsumed));
    sumCents += row?.cents ?? 0;
  }
  return sumCents;
}

/** All transactions are read: one made up need not touch the bank's account for yields. */
async function inLedger(db: Reader): Promise<number> {
  const own = await bankAccountIds(db);
  let sumCents = 0;
  for await (const span of idSpans(db, db.tables.transactions.id, { size: ROWS_AT_ONCE }))
    sumCents += await consumedAmong(db, own, span);
  return sumCents;
}

async function consumedAmong(db: Reader, own: readonly string[], span: Span): Promise<number> {
  const { entries, transactions } = db.tables;
  // The bank's accounts by their ids: for `bank_account is null` SQLite took the unique index, which holds every customer.
  const ofCustomer = db
    .select({ one: sql`1` })
    .from(entries)
    .where(
      and(
        eq(entries.transactionId, transactions.id),
        // The bounds are repeated for entries: PostgreSQL might otherwise read them from the first.
        span(entries.transactionId),
        not(among(db, entries.accountId, own)),
      ),
    );
  const [row] = await db
    .select({ cents: sql`coalesce(sum(${transactions.amountCents}), 0)`.mapWith(Number) })
    .from(transactions)
    .where(and(span(transactions.id), eq(transactions.type, 'investment_yield'), notExists(ofCustomer)));
  return row?.cents ?? 0;
}
