import { and, asc, eq, gt, gte, isNull, ne, or, type SQL } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { BookedIncoming } from '#domain/pix/comparison';
import { among } from '#server/kernel/any-of';
import { pages, pieces } from '#server/work/pages';
import { returnedOf } from '../returns/open-returns.ts';
import type { CustomersSide } from './side.ts';

const ROWS_AT_ONCE = 1000;
/** Ids for each query. */
export const CHUNK = 200;

const NONE = { doneCents: 0, openCents: 0 };

/** Booked payments of the list, and others booked in the period. */
export async function bookedOf(side: CustomersSide, ids: readonly string[]): Promise<BookedIncoming[]> {
  const found = new Map<string, BookedIncoming>();
  const keep = (rows: readonly BookedIncoming[]) => {
    for (const row of rows) if (!found.has(row.providerId)) found.set(row.providerId, row);
  };
  for await (const rows of bookedPages(side)) keep(rows);
  keep(await heldOfPeriod(side));
  const others = ids.filter((id) => !found.has(id));
  for await (const chunk of pieces(others, CHUNK)) keep(await bookedAs(side, chunk));
  return [...found.values()];
}

/** What is booked, or held, under these ids. */
export async function bookedAs(side: CustomersSide, ids: readonly string[]): Promise<BookedIncoming[]> {
  const { db } = side.bank;
  const { heldPayments: held, incomingPayments: incoming } = db.tables;
  return [
    ...(await bookedWhere(side, among(db, incoming.providerId, ids))),
    ...(await heldWhere(side, among(db, held.providerId, ids))),
  ];
}

/** Those booked in the period, of which there may be any number. */
function bookedPages(side: CustomersSide): AsyncGenerator<readonly BookedRow[], void> {
  const { incomingPayments: incoming } = side.bank.db.tables;
  const { bookedSince } = side.period;
  const isOfPeriod = bookedSince ? gte(incoming.createdAt, bookedSince) : undefined;
  return pages(ROWS_AT_ONCE, (last: BookedRow | null) =>
    bookedWhere(side, and(isOfPeriod, last ? gt(incoming.transactionId, last.transactionId) : undefined)),
  );
}

type BookedRow = BookedIncoming & { transactionId: string };

/** At most ROWS_AT_ONCE, in the order of their transactions. */
async function bookedWhere(
  { bank: { db }, external }: CustomersSide,
  which: SQL | undefined,
): Promise<BookedRow[]> {
  const { incomingPayments: incoming, transactions: reversals } = db.tables;
  const rows = await db
    .select({
      providerId: incoming.providerId,
      transactionId: incoming.transactionId,
      amountCents: incoming.amountCents,
      reversalId: reversals.id,
    })
    .from(incoming)
    .leftJoin(reversals, eq(reversals.reversesId, incoming.transactionId))
    .where(and(eq(incoming.userId, external.userId), which))
    .orderBy(asc(incoming.transactionId))
    .limit(ROWS_AT_ONCE);
  const returned = await returnedOf(
    db,
    rows.map(({ providerId }) => providerId),
  );
  return rows.map(({ reversalId, ...row }) => {
    const { doneCents: returnedCents, openCents: returningCents } = returned.get(row.providerId) ?? NONE;
    return { ...row, isTakenBack: reversalId !== null, returnedCents, returningCents };
  });
}

/** Those that are open, or were returned in the period. */
function heldOfPeriod(side: CustomersSide): Promise<BookedIncoming[]> {
  const { heldPayments: held } = side.bank.db.tables;
  const { bookedSince } = side.period;
  return heldWhere(
    side,
    bookedSince ? or(isNull(held.concludedAt), gte(held.concludedAt, bookedSince)) : undefined,
  );
}

/**
 * Without those that are among the incoming payments, and those that are named by their order, which came back itself and is compared with
 * the orders.
 */
async function heldWhere(
  { bank: { db }, external }: CustomersSide,
  which: SQL | undefined,
): Promise<BookedIncoming[]> {
  const { heldPayments: held, incomingPayments: incoming } = db.tables;
  const rows = await db
    .select(columnsOf(held, 'providerId', 'amountCents', 'status'))
    .from(held)
    .leftJoin(incoming, eq(incoming.providerId, held.providerId))
    .where(
      and(
        eq(held.userId, external.userId),
        or(ne(held.status, 'released'), isNull(incoming.providerId)),
        or(isNull(held.orderId), ne(held.orderId, held.providerId)),
        which,
      ),
    );
  return rows.map(({ status, ...row }) => ({
    ...row,
    isTakenBack: status === 'returned',
    returnedCents: 0,
    returningCents: status === 'returning' ? row.amountCents : 0,
  }));
}
