import { type AnyColumn, and, asc, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { Booking, HeldInBooks, IncomingInBooks, OrderInBooks } from '#domain/pix/books';
import type { OrderWithIntent, WaitingWithIntent } from '#domain/pix/intent-books';

/** Rows per statement; other requests run in between. */
const CHUNK_ROWS = 1000;

export async function ordersInBooksAfter(
  db: Reader,
  clearingId: string,
  lastId: string,
): Promise<(OrderInBooks & OrderWithIntent)[]> {
  const { paymentIntents: intents, paymentOrders: orders, transactions } = db.tables;
  const reserved = alias(transactions, 'reserved');
  const concluded = alias(transactions, 'concluded');
  const rows = await db
    .select({
      ...columnsOf(orders, 'transactionId', 'userId', 'kind', 'status', 'amountCents', 'concludedById'),
      reservation: {
        type: reserved.type,
        reversesId: reserved.reversesId,
        ...sidesOf(reserved.id, clearingId),
      },
      conclusion: {
        type: concluded.type,
        reversesId: concluded.reversesId,
        ...sidesOf(concluded.id, clearingId),
      },
      intent: columnsOf(intents, 'userId', 'kind', 'amountCents', 'state', 'transactionId'),
    })
    .from(orders)
    .leftJoin(intents, eq(intents.id, orders.intentId))
    .leftJoin(reserved, eq(reserved.id, orders.transactionId))
    .leftJoin(concluded, eq(concluded.id, orders.concludedById))
    .where(gt(orders.transactionId, lastId))
    .orderBy(asc(orders.transactionId))
    .limit(CHUNK_ROWS);
  return rows.map(({ reservation, conclusion, ...order }) => ({
    ...order,
    reservation: toBooking(reservation),
    conclusion: toBooking(conclusion),
  }));
}

/** Columns of a transaction: its amount on an account, the owner of the other side, and its reversal. */
const sidesOf = (id: AnyColumn, onAccount: string) => ({
  cents: movedOn(id, onAccount).mapWith(Number),
  otherSide: otherSideOf(id, onAccount),
  undoneBy: sql<
    string | null
  >`(select undoing.id from transactions as undoing where undoing.reverses_id = ${id})`,
});

type BookingRow = {
  type: Booking['type'] | null;
  reversesId: string | null;
  cents: number;
  otherSide: string | null;
  undoneBy: string | null;
} | null;

function toBooking(row: BookingRow): Booking | null {
  if (!row?.type) return null;
  const { type, cents, otherSide, reversesId, undoneBy } = row;
  return { type, clearingCents: cents, otherSide, reversesId, isReversed: undoneBy !== null };
}

const movedOn = (transactionId: AnyColumn, accountId: string | SQL<string>) => sql`
  coalesce((select sum(side.amount_cents) from entries as side
    where side.transaction_id = ${transactionId} and side.account_id = ${accountId}), 0)`;

const otherSideOf = (transactionId: AnyColumn, accountId: string | SQL<string>) => sql<string | null>`
  (select coalesce(party.bank_account, party.user_id) from entries as side
    join accounts as party on party.id = side.account_id
    where side.transaction_id = ${transactionId} and side.account_id <> ${accountId} limit 1)`;

export async function waitingInBooksAfter(db: Reader, lastId: string): Promise<WaitingWithIntent[]> {
  const { paymentIntents: intents, waitingPayments: waiting } = db.tables;
  return db
    .select({
      ...columnsOf(waiting, 'transactionId', 'userId', 'status', 'paymentId'),
      intent: columnsOf(intents, 'userId', 'state', 'transactionId'),
    })
    .from(waiting)
    .leftJoin(intents, eq(intents.id, waiting.transactionId))
    .where(gt(waiting.transactionId, lastId))
    .orderBy(asc(waiting.transactionId))
    .limit(CHUNK_ROWS);
}

export type IncomingAccounts = { cashId: string; heldId: string };

export async function heldInBooksAfter(
  db: Reader,
  { cashId }: IncomingAccounts,
  lastId: string,
): Promise<HeldInBooks[]> {
  const { heldPayments: held, incomingPayments: incoming, transactions } = db.tables;
  const rows = await db
    .select({
      ...columnsOf(held, 'providerId', 'transactionId', 'status', 'amountCents'),
      received: incoming.providerId,
      bookedAs: transactions.id,
      ...sidesOf(transactions.id, cashId),
    })
    .from(held)
    .leftJoin(incoming, eq(incoming.providerId, held.providerId))
    .leftJoin(transactions, eq(transactions.id, held.transactionId))
    .where(gt(held.transactionId, lastId))
    .orderBy(asc(held.transactionId))
    .limit(CHUNK_ROWS);
  return rows.map(({ bookedAs, cents, otherSide, undoneBy, received, ...row }) => ({
    ...row,
    isReceived: received !== null,
    booking: bookedAs === null ? null : { cents: -cents, otherSide, isReversed: undoneBy !== null },
  }));
}

export async function incomingInBooksAfter(
  db: Reader,
  { cashId, heldId }: IncomingAccounts,
  lastId: string,
): Promise<IncomingInBooks[]> {
  const { heldPayments: held, incomingPayments: incoming, transactions } = db.tables;
  // A payment that was held came from `held_pix`, any other from `provider_cash`.
  const sourceId = sql<string>`case when ${held.providerId} is null then ${cashId} else ${heldId} end`;
  const rows = await db
    .select({
      ...columnsOf(incoming, 'providerId', 'userId', 'transactionId', 'amountCents'),
      bookedAs: transactions.id,
      cents: sql`-${movedOn(transactions.id, sourceId)}`.mapWith(Number),
      otherSide: otherSideOf(transactions.id, sourceId),
    })
    .from(incoming)
    .leftJoin(held, eq(held.providerId, incoming.providerId))
    .leftJoin(transactions, eq(transactions.id, incoming.transactionId))
    .where(gt(incoming.providerId, lastId))
    .orderBy(asc(incoming.providerId))
    .limit(CHUNK_ROWS);
  return rows.map(({ bookedAs, cents, otherSide, ...row }) => ({
    ...row,
    booking: bookedAs === null ? null : { cents, otherSide },
  }));
}

/** Sequence numbers per statement. */
export const SEQS_AT_ONCE = 5000;

export type UnmatchedRow = { transactionId: string; amountCents: number };

/** Entries in flight that belong to no order. A reversed settlement belongs to an order that came back. */
export async function unmatchedInFlight(
  db: Reader,
  clearingId: string,
  afterSeq: number,
): Promise<UnmatchedRow[]> {
  const { entries, paymentOrders, transactions } = db.tables;
  const placed = alias(paymentOrders, 'placed');
  const done = alias(paymentOrders, 'done');
  const undoing = alias(transactions, 'undoing');
  return db
    .select({ transactionId: entries.transactionId, amountCents: entries.amountCents })
    .from(entries)
    .leftJoin(transactions, eq(transactions.id, entries.transactionId))
    .leftJoin(placed, eq(placed.transactionId, entries.transactionId))
    .leftJoin(done, eq(done.concludedById, entries.transactionId))
    .leftJoin(undoing, eq(undoing.reversesId, entries.transactionId))
    .where(
      and(
        isInChunk(db, clearingId, afterSeq),
        isNull(transactions.reversesId),
        or(
          and(gt(entries.amountCents, 0), isNull(placed.transactionId)),
          and(lt(entries.amountCents, 0), isNull(done.transactionId), isNull(undoing.id)),
        ),
      ),
    )
    .orderBy(asc(entries.seq));
}

/** Entries of provider cash without an incoming payment. */
export async function unmatchedIncoming(
  db: Reader,
  cashId: string,
  afterSeq: number,
): Promise<UnmatchedRow[]> {
  const { entries, heldPayments, incomingPayments, transactions } = db.tables;
  return db
    .select({ transactionId: entries.transactionId, amountCents: entries.amountCents })
    .from(entries)
    .leftJoin(transactions, eq(transactions.id, entries.transactionId))
    .leftJoin(incomingPayments, eq(incomingPayments.transactionId, entries.transactionId))
    .leftJoin(heldPayments, eq(heldPayments.transactionId, entries.transactionId))
    .where(
      and(
        isInChunk(db, cashId, afterSeq),
        isNull(transactions.reversesId),
        lt(entries.amountCents, 0),
        isNull(incomingPayments.providerId),
        isNull(heldPayments.providerId),
      ),
    )
    .orderBy(asc(entries.seq));
}

function isInChunk({ tables: { entries } }: Reader, accountId: string, afterSeq: number): SQL | undefined {
  return and(
    eq(entries.accountId, accountId),
    gt(entries.seq, afterSeq),
    lte(entries.seq, afterSeq + SEQS_AT_ONCE),
  );
}
