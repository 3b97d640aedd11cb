import { and, asc, eq, gt } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { productDifferences, taxedYieldsDifference, unpaidDifference } from '#domain/admin/product-books';
import type { Difference } from '#domain/pix/comparison';
import { pages } from '#server/work/pages';
import { customerSums } from './product-sums.ts';
import { taxedYields } from './taxed-yields.ts';

const INSTALMENTS_AT_ONCE = 2000;

/** Entries per query: 20 ms of a SQLite bank's thread. */
const ENTRIES_AT_ONCE = 5000;

/** Compares credits, instalments, investments and yields consumed by their taxes with the ledger. */
export async function compareProducts(db: Reader, entriesAtOnce = ENTRIES_AT_ONCE): Promise<Difference[]> {
  return [
    ...(await compareCustomers(db, entriesAtOnce)),
    ...(await findUnbookedPayments(db)),
    ...taxedYieldsDifference(await taxedYields(db)),
  ];
}

async function compareCustomers(db: Reader, entriesAtOnce: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const customers of customerSums(db, entriesAtOnce))
    for (const { accountNumber, ledger, books } of customers)
      differences.push(...productDifferences(accountNumber, ledger, books));
  return differences;
}

/** Instalments marked as paid by a transaction that the ledger lacks. */
async function findUnbookedPayments(db: Reader): Promise<Difference[]> {
  const { instalments, transactions } = db.tables;
  const differences: Difference[] = [];
  const read = (last: { id: string } | null) =>
    db
      .select({
        ...columnsOf(instalments, 'id', 'number', 'transactionId'),
        bookedAs: transactions.id,
      })
      .from(instalments)
      .leftJoin(
        transactions,
        and(eq(transactions.id, instalments.transactionId), eq(transactions.type, 'credit_payment')),
      )
      .where(gt(instalments.id, last?.id ?? ''))
      .orderBy(asc(instalments.id))
      .limit(INSTALMENTS_AT_ONCE);
  for await (const rows of pages(INSTALMENTS_AT_ONCE, read))
    for (const { number, transactionId, bookedAs } of rows)
      if (transactionId !== null && bookedAs === null)
        differences.push(unpaidDifference({ number, transactionId }));
  return differences;
}
