import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { LedgerFilters } from '#domain/admin/ledger';
import { EXTERNAL_FLOW_ACCOUNT, type LedgerType } from '#domain/ledger/words';
import type { OrderKind } from '#domain/pix/words';
import { bankMidnight } from '#server/ledger/bank-day';
import { originalId } from '#server/ledger/row-filter';
import type { TransactionPlace } from '#server/ledger/text-search';
import { pages } from '#server/work/pages';
import { type LedgerPart, type LedgerParts, NEWEST_FIRST, type Start } from './ledger-place.ts';
import { searchedParts } from './ledger-search.ts';
import type { SearchSizes } from './searched-accounts.ts';

/** Transactions per query; other requests run in between. */
const RANGE_TRANSACTIONS = 500;
/** In transactions; adding up more would take a search longer than finding its first page. */
const MOST_SUMMED = 10_000;

type Place = TransactionPlace;

type TransactionRange = { newest: Place; oldest: Place };

export type LedgerRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** The rows of each part, which may be none, or of those after `start`. */
export async function* ledgerRows(
  db: Reader,
  filters: LedgerFilters,
  start: Start = NEWEST_FIRST,
  parts: LedgerParts = ledgerParts(db, filters, start),
): AsyncGenerator<LedgerRow[]> {
  for await (const part of parts) yield part.found === 0 ? [] : await rowsOf(db, filters, part, start);
}

/** Sums of the matching debits and credits, in cents; null for a search that finds more than MOST_SUMMED transactions. */
export async function ledgerSums(
  db: Reader,
  filters: LedgerFilters,
  parts: LedgerParts = ledgerParts(db, filters),
  mostSummed = MOST_SUMMED,
): Promise<{ debitCents: number; creditCents: number } | null> {
  if (isWhole(filters)) return wholeSums(db, filters);
  const sums = { debitCents: 0, creditCents: 0 };
  const counted = await countedParts(parts, mostSummed);
  if (counted === null) return null;
  for await (const part of counted) {
    const { debitCents, creditCents } = await sumsOf(db, filters, part);
    sums.debitCents += debitCents;
    sums.creditCents += creditCents;
    await nextTurn();
  }
  return sums;
}

/** Null if a search finds too many transactions: there are no partial sums. */
async function countedParts(parts: LedgerParts, mostSummed: number): Promise<LedgerParts | null> {
  const counted: LedgerPart[] = [];
  let found = 0;
  for await (const part of parts) {
    if (part.found !== 0) counted.push(part);
    found += part.found ?? 0;
    if (found > mostSummed) return null;
  }
  return counted;
}

/** The entries in order, a few transactions at a time. */
export function ledgerParts(
  db: Reader,
  filters: LedgerFilters,
  start: Start = NEWEST_FIRST,
  sizes?: SearchSizes,
): AsyncGenerator<LedgerPart> {
  const { q } = filters;
  return q === undefined
    ? rangeParts(db, filters, start)
    : searchedParts(db, { ...filters, q }, start, sizes);
}

async function* rangeParts(db: Reader, filters: LedgerFilters, start: Start): AsyncGenerator<LedgerPart> {
  for await (const range of ranges(db, filters, start)) yield { among: isInRange(db, range) };
}

async function sumsOf(db: Reader, filters: LedgerFilters, part: LedgerPart) {
  const { accounts, entries, transactions, users } = db.tables;
  const sumOf = (amounts: SQL) => sql`coalesce(sum(${amounts}), 0)`.mapWith(Number);
  const amount = entries.amountCents;
  const [row] = await db
    .select({
      debitCents: sumOf(sql`case when ${amount} < 0 then -${amount} else 0 end`),
      creditCents: sumOf(sql`case when ${amount} > 0 then ${amount} else 0 end`),
    })
    .from(transactions)
    .crossJoin(entries)
    .crossJoin(accounts)
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(filterOf(db, filters, part));
  return row ?? { debitCents: 0, creditCents: 0 };
}

/** All entries of a side. */
export const isWhole = ({ q, type, direction, from, to, least, most }: LedgerFilters): boolean =>
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

function rowsOf(db: Reader, filters: LedgerFilters, part: LedgerPart, { place, isAscending }: Start) {
  const { accounts, entries, transactions, users } = db.tables;
  const direction = isAscending ? asc : desc;
  const rest = place
    ? or(sql`${transactions.id} <> ${place.id}`, gt(entries.accountId, place.accountId))
    : undefined;
  return db
    .select(rowColumns(db))
    .from(transactions)
    .crossJoin(entries)
    .crossJoin(accounts)
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(and(filterOf(db, filters, part), rest))
    .orderBy(direction(transactions.createdAt), direction(transactions.id), asc(entries.accountId));
}

function isInRange(db: Reader, { newest, oldest }: TransactionRange): SQL | undefined {
  const { transactions } = db.tables;
  return and(
    sql`${keyOf(db)} <= ${placeKey(db, newest)}`,
    sql`${keyOf(db)} >= ${placeKey(db, oldest)}`,
    // Tells PostgreSQL that the range is short; otherwise it scans all entries.
    lte(transactions.createdAt, newest.createdAt),
    gte(transactions.createdAt, oldest.createdAt),
  );
}

/** With the conditions of the cross joins, whose order SQLite keeps: else it reads all entries of the bank's accounts for each part. */
function filterOf(db: Reader, filters: LedgerFilters, part: LedgerPart): SQL | undefined {
  const { accounts, entries, transactions } = db.tables;
  const { type, direction, least, most } = filters;
  const size = sql`abs(${entries.amountCents})`;
  return and(
    eq(entries.transactionId, transactions.id),
    eq(accounts.id, entries.accountId),
    part.among,
    sideOf(db, filters),
    type === undefined ? undefined : isOfType(db, type),
    direction === 'in' ? gt(entries.amountCents, 0) : undefined,
    direction === 'out' ? lt(entries.amountCents, 0) : undefined,
    least === undefined ? undefined : gte(size, least),
    most === undefined ? undefined : lte(size, most),
  );
}

const KINDS_OF: Record<'pix' | 'boleto', OrderKind[]> = { pix: ['pix', 'return'], boleto: ['boleto'] };

/** PIX and boleto are kinds of orders and incoming payments, not transaction types; a reversal counts as its original. */
function isOfType(db: Reader, type: LedgerType): SQL | undefined {
  const { incomingPayments, paymentOrders, transactions } = db.tables;
  if (type !== 'pix' && type !== 'boleto') return eq(transactions.type, type);
  const of = originalId(transactions);
  const ordered = db
    .select({ one: sql`1` })
    .from(paymentOrders)
    .where(and(eq(paymentOrders.transactionId, of), inArray(paymentOrders.kind, KINDS_OF[type])));
  const received = db
    .select({ one: sql`1` })
    .from(incomingPayments)
    .where(eq(incomingPayments.transactionId, of));
  return type === 'pix' ? or(exists(ordered), exists(received)) : exists(ordered);
}

function sideOf({ tables: { accounts } }: Reader, { side }: LedgerFilters): SQL | undefined {
  if (side === 'all') return undefined;
  if (side === 'gates') return eq(accounts.bankAccount, EXTERNAL_FLOW_ACCOUNT);
  return side === 'bank' ? isNull(accounts.userId) : isNotNull(accounts.userId);
}
