import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { LedgerFilters } from '#domain/admin/ledger';
import { EXTERNAL_FLOW_ACCOUNT } from '#domain/ledger/words';
import { momentOfCursor, refuseCursor } from '#server/kernel/keyset';
import { anyContains } from '#server/kernel/search';
import { bankMidnight } from '#server/ledger/bank-day';
import { pages } from '#server/work/pages';

/** Transactions per query; other requests run in between. */
const RANGE_TRANSACTIONS = 2_000;

type Place = { createdAt: Date; id: string };

export type LedgerPlace = Place & { accountId: string };

type TransactionRange = { newest: Place; oldest: Place };

export type LedgerRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** Parses a cursor 'moment.transaction.account'. Refuses VALIDATION if malformed. */
export function placeOf(cursor: string | undefined): LedgerPlace | null {
  if (cursor === undefined) return null;
  const [, moment, id, accountId] = /^(\d{1,15})\.([\w-]{1,64})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (moment === undefined || id === undefined || accountId === undefined) return refuseCursor();
  return { createdAt: momentOfCursor(moment), id, accountId };
}

export const cursorOf = (row: LedgerRow): string =>
  `${row.createdAt.getTime()}.${row.transactionId}.${row.accountId}`;

type Start = { place: LedgerPlace | null; isAscending: boolean };
const NEWEST_FIRST: Start = { place: null, isAscending: false };

export async function* ledgerRows(
  db: Reader,
  filters: LedgerFilters,
  start: Start = NEWEST_FIRST,
): AsyncGenerator<LedgerRow[]> {
  for await (const range of ranges(db, filters, start)) {
    const rows = await rowsOf(db, filters, range, start);
    if (rows.length > 0) yield rows;
  }
}

/** Sums of the matching debits and credits, in cents. */
export async function ledgerSums(
  db: Reader,
  filters: LedgerFilters,
): Promise<{ debitCents: number; creditCents: number }> {
  if (isWhole(filters)) return wholeSums(db, filters);
  const sums = { debitCents: 0, creditCents: 0 };
  for await (const range of ranges(db, filters, NEWEST_FIRST)) {
    const { debitCents, creditCents } = await sumsOf(db, filters, range);
    sums.debitCents += debitCents;
    sums.creditCents += creditCents;
  }
  return sums;
}

async function sumsOf(db: Reader, filters: LedgerFilters, range: TransactionRange) {
  const { accounts, entries, transactions, users } = db.tables;
  const sumOf = (amounts: SQL) => sql`coalesce(sum(${amounts}), 0)`.mapWith(Number);
  const amount = entries.amountCents;
  const [row] = await db
    .select({
      debitCents: sumOf(sql`case when ${amount} < 0 then -${amount} else 0 end`),
      creditCents: sumOf(sql`case when ${amount} > 0 then ${amount} else 0 end`),
    })
    .from(transactions)
    .innerJoin(entries, eq(entries.transactionId, transactions.id))
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(filterOf(db, filters, range));
  return row ?? { debitCents: 0, creditCents: 0 };
}

const isWhole = ({ q, type, direction, from, to, least, most }: LedgerFilters): boolean =>
  [q, type, direction, from, to, least, most].every((filter) => filter === undefined);

/** Without a filter on entries: the last entry of each account has the running sums. */
async function wholeSums(db: Reader, filters: LedgerFilters) {
  const { accounts, entries } = db.tables;
  const lastSeq = sql`(select max(seq) from entries as own where own.account_id = ${accounts.id})`;
  const [row] = await db
    .select({
      creditCents: sql`coalesce(sum(${entries.creditsAfterCents}), 0)`.mapWith(Number),
      balanceCents: sql`coalesce(sum(${entries.balanceAfterCents}), 0)`.mapWith(Number),
    })
    .from(accounts)
    // SQLite keeps the order of a cross join; for an inner join it would scan all entries.
    .crossJoin(entries)
    .where(and(eq(entries.accountId, accounts.id), eq(entries.seq, lastSeq), sideOf(db, filters)));
  const creditCents = row?.creditCents ?? 0;
  return { creditCents, debitCents: creditCents - (row?.balanceCents ?? 0) };
}

async function* ranges(
  db: Reader,
  filters: LedgerFilters,
  { place, isAscending }: Start,
): AsyncGenerator<TransactionRange> {
  const { transactions } = db.tables;
  const { from, to } = filters;
  const since = from === undefined ? undefined : gte(transactions.createdAt, bankMidnight(from));
  const until = to === undefined ? undefined : lt(transactions.createdAt, bankMidnight(to, { plusDays: 1 }));
  const [direction, beyond] = isAscending ? [asc, sql`>`] : [desc, sql`<`];
  // A page begins inside the transaction where the previous one ended.
  const begin = place ? sql`${keyOf(db)} ${beyond}= ${placeKey(db, place)}` : undefined;
  const read = (last: Place | null): Promise<Place[]> =>
    db
      .select({ createdAt: transactions.createdAt, id: transactions.id })
      .from(transactions)
      // A single bound by key: of two, SQLite would use the index for the first and scan for the second.
      .where(and(last ? sql`${keyOf(db)} ${beyond} ${placeKey(db, last)}` : begin, since, until))
      .orderBy(direction(transactions.createdAt), direction(transactions.id))
      .limit(RANGE_TRANSACTIONS);
  for await (const places of pages(RANGE_TRANSACTIONS, read)) {
    const [first, last] = [places[0], places.at(-1)];
    if (first && last) yield isAscending ? { newest: last, oldest: first } : { newest: first, oldest: last };
  }
}

const keyOf = ({ tables: { transactions } }: Reader): SQL =>
  sql`(${transactions.createdAt}, ${transactions.id})`;

function placeKey({ tables: { transactions } }: Reader, { createdAt, id }: Place): SQL {
  return sql`(${sql.param(createdAt, transactions.createdAt)}, ${id})`;
}

export function rowColumns({ tables: { accounts, entries, transactions, users } }: Reader) {
  return {
    transactionId: transactions.id,
    ...columnsOf(transactions, 'type', 'description', 'createdAt'),
    ...columnsOf(entries, 'accountId', 'amountCents', 'balanceAfterCents'),
    ...columnsOf(accounts, 'accountNumber', 'accountType', 'bankAccount'),
    holderId: users.id,
    holderName: users.fullName,
  };
}

function rowsOf(db: Reader, filters: LedgerFilters, range: TransactionRange, { place, isAscending }: Start) {
  const { accounts, entries, transactions, users } = db.tables;
  const direction = isAscending ? asc : desc;
  const rest = place
    ? or(sql`${transactions.id} <> ${place.id}`, gt(entries.accountId, place.accountId))
    : undefined;
  return db
    .select(rowColumns(db))
    .from(transactions)
    .innerJoin(entries, eq(entries.transactionId, transactions.id))
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(and(filterOf(db, filters, range), rest))
    .orderBy(direction(transactions.createdAt), direction(transactions.id), asc(entries.accountId));
}

function filterOf(db: Reader, filters: LedgerFilters, { newest, oldest }: TransactionRange): SQL | undefined {
  const { accounts, entries, transactions, users } = db.tables;
  const { q, type, direction, least, most } = filters;
  const size = sql`abs(${entries.amountCents})`;
  const isFound = (text: string) =>
    or(
      eq(transactions.id, text),
      anyContains(db, [transactions.description, users.fullName, accounts.accountNumber], text),
    );
  return and(
    sql`${keyOf(db)} <= ${placeKey(db, newest)}`,
    sql`${keyOf(db)} >= ${placeKey(db, oldest)}`,
    // Tells PostgreSQL that the range is short; otherwise it scans all entries.
    lte(transactions.createdAt, newest.createdAt),
    gte(transactions.createdAt, oldest.createdAt),
    sideOf(db, filters),
    type === undefined ? undefined : eq(transactions.type, type),
    direction === 'in' ? gt(entries.amountCents, 0) : undefined,
    direction === 'out' ? lt(entries.amountCents, 0) : undefined,
    least === undefined ? undefined : gte(size, least),
    most === undefined ? undefined : lte(size, most),
    q === undefined ? undefined : isFound(q),
  );
}

function sideOf({ tables: { accounts } }: Reader, { side }: LedgerFilters): SQL | undefined {
  if (side === 'all') return undefined;
  if (side === 'gates') return eq(accounts.bankAccount, EXTERNAL_FLOW_ACCOUNT);
  return side === 'bank' ? isNull(accounts.userId) : isNotNull(accounts.userId);
}
