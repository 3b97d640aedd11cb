import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, between, desc, eq, or, type SQL } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { LedgerFilters } from '#domain/admin/ledger';
import { among } from '#server/kernel/any-of';
import { idsOf } from '#server/kernel/id';
import { bankMidnight } from '#server/ledger/bank-day';
import {
  countedInSteps,
  describedIn,
  type Interval,
  type TextSearch,
  type TransactionPlace,
  textSearch,
} from '#server/ledger/text-search';
import type { LedgerPart, Start } from './ledger-place.ts';
import {
  byTransaction,
  type HeldPlace,
  SEARCH_SIZES,
  type SearchedAccounts,
  type SearchSizes,
  searchedAccounts,
} from './searched-accounts.ts';

/** A transaction that a search found. `isWhole`: by its own text, so with all entries, not only those of found accounts. */
type Found = HeldPlace & { isWhole: boolean };

/** The text index has no keys for later moments: it has 2^20 keys for each millisecond. */
const LAST_MS = Date.parse('2248-01-01T00:00:00.000Z');

/** The entries that match `q`, in the ledger's order, a few transactions at a time; a step that finds none is a part too. */
export async function* searchedParts(
  db: Reader,
  { q, from, to }: LedgerFilters & { q: string },
  { place, isAscending }: Start,
  sizes: SearchSizes = SEARCH_SIZES,
): AsyncGenerator<LedgerPart> {
  const wanted = await wantedFor(db, q, sizes);
  const interval = {
    from: latest(from && bankMidnight(from), isAscending ? place?.createdAt : undefined),
    to: earliest(to && lastMomentOf(to), isAscending ? undefined : place?.createdAt),
  };
  for await (const found of steps(db, wanted, { interval, isAscending, ...paceOf(db, wanted, sizes) })) {
    const asked = found.filter((one) => place === null || isFrom(one, place, isAscending));
    for (let at = 0; at < Math.max(1, asked.length); at += sizes.atOnce) {
      yield partOf(db, asked.slice(at, at + sizes.atOnce));
      await nextTurn();
    }
    await nextTurn();
  }
}

async function wantedFor(db: Reader, q: string, sizes: SearchSizes): Promise<Wanted> {
  const accounts = await searchedAccounts(db, q, sizes);
  return { accounts, text: await textSearch(db, q), byId: await placeWithId(db, q) };
}

function paceOf(db: Reader, { accounts, text }: Wanted, { firstStep, longestStep }: SearchSizes): Pace {
  return accounts.places === null
    ? { firstStep, longestStep: longestStep.account, counted: undefined }
    : { firstStep, longestStep: longestStep.text, counted: countedInSteps(db, text) };
}

const latest = (...moments: (Date | undefined | '')[]): Date =>
  new Date(Math.max(0, ...moments.map((one) => (one ? one.getTime() : 0))));

const earliest = (...moments: (Date | undefined | '')[]): Date =>
  new Date(Math.min(LAST_MS, ...moments.map((one) => (one ? one.getTime() : LAST_MS))));

const lastMomentOf = (day: string): Date => new Date(bankMidnight(day, { plusDays: 1 }).getTime() - 1);

/** Whether it is the transaction in which the previous page ended, or a later one. */
function isFrom(one: TransactionPlace, place: TransactionPlace, isAscending: boolean): boolean {
  const order = compared(one, place);
  return order === 0 || order > 0 === isAscending;
}

function partOf(db: Reader, found: readonly Found[]): LedgerPart {
  const { entries, transactions } = db.tables;
  const whole = idsOf(found.filter(({ isWhole }) => isWhole));
  const held = [...new Set(found.flatMap(({ accountIds }) => accountIds))];
  const isFound =
    whole.length === found.length
      ? undefined
      : or(among(db, transactions.id, whole), among(db, entries.accountId, held));
  return { among: and(among(db, transactions.id, idsOf(found)), isFound), found: found.length };
}

type Wanted = { accounts: SearchedAccounts; text: TextSearch; byId: TransactionPlace | undefined };

async function foundIn(db: Reader, { accounts, text, byId }: Wanted, step: Interval): Promise<Found[]> {
  const isIn = ({ createdAt }: TransactionPlace) => createdAt >= step.from && createdAt <= step.to;
  const held = accounts.places?.filter(isIn) ?? (await heldIn(db, accounts.ids, step));
  const found = new Map(held.map((place): [string, Found] => [place.id, { ...place, isWhole: false }]));
  await nextTurn();
  const described = await describedIn(db, text, step);
  for (const place of byId && isIn(byId) ? [...described, byId] : described)
    found.set(place.id, { ...place, accountIds: [], isWhole: true });
  return [...found.values()];
}

/** Reads all entries of the step and filters here: a long list of accounts would make the query slower. */
async function heldIn(
  db: Reader,
  accountIds: ReadonlySet<string>,
  { from, to }: Interval,
): Promise<HeldPlace[]> {
  const { entries, transactions } = db.tables;
  const rows = await db
    .select({ ...columnsOf(transactions, 'id', 'createdAt'), accountId: entries.accountId })
    .from(transactions)
    .innerJoin(entries, eq(entries.transactionId, transactions.id))
    .where(between(transactions.createdAt, from, to));
  return byTransaction(rows.filter(({ accountId }) => accountIds.has(accountId)));
}

async function placeWithId(db: Reader, id: string): Promise<TransactionPlace | undefined> {
  const { transactions } = db.tables;
  const [place] = await db
    .select({ id: transactions.id, createdAt: transactions.createdAt })
    .from(transactions)
    .where(eq(transactions.id, id));
  return place;
}

/** Lengths of steps in transactions; only those that are `counted` count, without it all. */
type Pace = { firstStep: number; longestStep: number; counted: SQL | undefined };
type Walk = Pace & { interval: Interval; isAscending: boolean };

/** What each step finds, in the ledger's order. Steps become longer while they find little. */
async function* steps(db: Reader, wanted: Wanted, walk: Walk): AsyncGenerator<Found[]> {
  const { isAscending } = walk;
  let rest: Interval | null = walk.interval;
  let size = walk.firstStep;
  while (rest) {
    const end = await endOfStep(db, rest, { ...walk, size });
    const step = end === null ? rest : isAscending ? { ...rest, to: end } : { ...rest, from: end };
    const found = await foundIn(db, wanted, step);
    yield inOrder(found, isAscending);
    if (found.length < walk.firstStep / 2) size = Math.min(size * 2, walk.longestStep);
    else size = walk.firstStep;
    rest = end === null ? null : beyond(rest, end, isAscending);
  }
}

function beyond({ from, to }: Interval, end: Date, isAscending: boolean): Interval {
  return isAscending ? { from: new Date(end.getTime() + 1), to } : { from, to: new Date(end.getTime() - 1) };
}

/** The moment of the last transaction of a step, whose moment is never split; null if the interval has fewer. */
async function endOfStep(
  db: Reader,
  { from, to }: Interval,
  { isAscending, size, counted }: Walk & { size: number },
): Promise<Date | null> {
  const { transactions } = db.tables;
  const direction: (column: typeof transactions.createdAt) => SQL = isAscending ? asc : desc;
  const [last] = await db
    .select({ at: transactions.createdAt })
    .from(transactions)
    .where(and(between(transactions.createdAt, from, to), counted))
    .orderBy(direction(transactions.createdAt))
    .limit(1)
    .offset(size - 1);
  return last?.at ?? null;
}

function inOrder(places: Found[], isAscending: boolean): Found[] {
  const sign = isAscending ? 1 : -1;
  return places.sort((one, other) => sign * compared(one, other));
}

function compared(one: TransactionPlace, other: TransactionPlace): number {
  const apart = one.createdAt.getTime() - other.createdAt.getTime();
  if (apart !== 0) return apart;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}
