import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { costReasonOf } from '#domain/account/cost';
import { counterpartyKey } from '#domain/account/counterparty';
import type { CostFilter, Direction, StatementLine, StatementView } from '#domain/account/statement';
import { statementSearch } from '#domain/account/statement-search';
import type { Flow, MovementKind } from '#domain/ledger/flow';
import type { TransactionType } from '#domain/ledger/words';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#domain/page';
import { anyOf, idList } from '#server/kernel/any-of';
import { refuseCursor } from '#server/kernel/keyset';
import { bankMidnight } from './bank-day.ts';
import { AFTER_LAST_SEQ, rowFilterOf } from './row-filter.ts';
import {
  lastBefore,
  lastBeforeEach,
  lastEntry,
  lastSeq,
  type StatementEntry,
  statementRows,
} from './statement-rows.ts';

/** `from` and `to` are days in the bank's calendar, both included. */
export type PageRequest = {
  accountIds: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  /** Searches descriptions and counterparty names, ignoring case and accents. */
  q?: string | undefined;
  type?: TransactionType | undefined;
  kind?: MovementKind | undefined;
  direction?: Direction | undefined;
  view?: StatementView | undefined;
  flow?: Flow | undefined;
  cost?: CostFilter | undefined;
  /** As `counterpartyKey` writes it. */
  counterparty?: string | undefined;
  transactionId?: string | undefined;
  /** The accounts are all of one customer’s, so that own moves have both sides here. */
  isEveryAccount?: boolean;
  cursor?: string | null | undefined;
  limit?: number | undefined;
};

/** `nextCursor` is null at the end. Filtered pages may be shorter than `limit`. */
export type EntriesPage = { entries: StatementEntry[]; nextCursor: string | null };

/** Rows per query, and rows scanned before answering, so that other requests do not wait. */
const SEARCH = { chunkRows: 200, rowsAtMost: 2_000 };

const SEARCHES = ['q', 'type', 'kind', 'direction', 'flow', 'cost', 'counterparty', 'transactionId'] as const;

/** Whether rows must be scanned; days do not count, they use binary search. */
export const isSearch = (asked: Partial<Pick<PageRequest, (typeof SEARCHES)[number]>>): boolean =>
  SEARCHES.some((name) => asked[name]);

/** An account's entries, newest first, with one entry of look-ahead. */
type Stream = { head: StatementEntry | null; position: number; ended: boolean; next(): Promise<void> };

/** Newest first; the caller checks ownership. Refuses VALIDATION (cursor). */
export async function entriesPage(
  db: Reader,
  request: PageRequest,
  search: typeof SEARCH = SEARCH,
): Promise<EntriesPage> {
  const accountIds = [...new Set(request.accountIds)].sort();
  const limit = Math.min(request.limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const positions = parseCursor(request.cursor ?? null);
  // Without a search, the first chunk of every stream fills the page, but for rows that the view leaves out: for them the
  // next chunks are larger.
  const size = isSearch(request) ? search.chunkRows : limit + 1;
  const budget = { rows: search.rowsAtMost };
  const streams: Stream[] = [];
  for (const [index, accountId] of accountIds.entries()) {
    const range = await rangeOf(db, accountId, request, positions[index] ?? AFTER_LAST_SEQ);
    streams.push(makeStream(db, { accountId, ...range, request, size, largest: search.chunkRows, budget }));
  }

  for (const stream of streams) await stream.next();
  const entries: StatementEntry[] = [];
  while (entries.length < limit && streams.every((stream) => stream.head || stream.ended)) {
    const latest = latestOf(streams);
    if (!latest?.head) break;
    entries.push(latest.head);
    await latest.next();
  }
  const isOver = streams.every((stream) => stream.ended && !stream.head);
  return { entries, nextCursor: isOver ? null : streams.map((stream) => stream.position).join('.') };
}

/** One position per sorted account; none for accounts opened since. */
function parseCursor(cursor: string | null): number[] {
  if (cursor === null) return [];
  if (!/^\d{1,10}(\.\d{1,10})*$/.test(cursor)) refuseCursor();
  return cursor.split('.').map((position) => Math.min(Number(position), AFTER_LAST_SEQ));
}

async function rangeOf(db: Reader, accountId: string, { from, to }: PageRequest, position: number) {
  const after = await seqBefore(db, accountId, from);
  const end = to ? (await seqUpTo(db, accountId, to)) + 1 : AFTER_LAST_SEQ;
  // A cursor beyond the last entry would have empty ranges read.
  const before = Math.min(end, position, (await lastSeq(db, accountId)) + 1);
  return { after: Math.min(after, before - 1), before };
}

const seqUpTo = async (db: Reader, accountId: string, day: string): Promise<number> =>
  (await lastBefore(db, accountId, bankMidnight(day, { plusDays: 1 }))).seq;

const seqBefore = async (db: Reader, accountId: string, day: string | undefined): Promise<number> =>
  day ? (await lastBefore(db, accountId, bankMidnight(day))).seq : 0;

/** The entries of a period; `upTo` is included, `after` is not. */
export async function periodOf(
  db: Reader,
  accountId: string,
  { from, to }: Pick<PageRequest, 'from' | 'to'>,
): Promise<{ accountId: string; after: number; upTo: number }> {
  const after = await seqBefore(db, accountId, from);
  const upTo = to ? await seqUpTo(db, accountId, to) : await lastSeq(db, accountId);
  return { accountId, after, upTo: Math.max(after, upTo) };
}

type Texts = Pick<StatementLine, 'type' | 'description' | 'amountCents' | 'counterparty'>;

/** What texts decide, which SQL does not filter. */
export function textFilter({ cost, counterparty }: Pick<PageRequest, 'cost' | 'counterparty'>) {
  return (line: Texts): boolean => {
    const key = line.counterparty && counterpartyKey(line.counterparty);
    if (counterparty !== undefined && key !== counterparty) return false;
    if (!cost) return true;
    const reason = costReasonOf(line);
    return reason !== null && (cost === 'any' || cost === reason);
  };
}

type StreamOptions = {
  accountId: string;
  after: number;
  before: number;
  request: PageRequest;
  /** Rows of the first chunk; each further one has twice as many, up to `largest`. */
  size: number;
  largest: number;
  /** Remaining rows to scan, shared by all streams; each reads at least one chunk. */
  budget: { rows: number };
};

function makeStream(
  db: Reader,
  { accountId, after, before, request, size, largest, budget }: StreamOptions,
): Stream {
  const isFound = request.q ? statementSearch(request.q) : () => true;
  const isAsked = textFilter(request);
  let begun = false;
  let buffer: StatementEntry[] = [];
  let exhausted = false;
  const stream: Stream = {
    head: null,
    position: before,
    ended: false,
    async next() {
      // `position` is exclusive, so it moves to the entry just taken.
      if (stream.head) stream.position = stream.head.seq;
      stream.head = null;
      while (!stream.head) {
        const row = buffer.shift();
        if (row) {
          if (isAsked(row) && isFound(row)) stream.head = row;
          else stream.position = row.seq;
        } else if (exhausted) {
          stream.ended = true;
          return;
        } else if (begun && budget.rows <= 0) {
          stream.position = before;
          return;
        } else {
          if (begun) await nextTurn();
          // seq has no gaps, so a range of seq bounds the rows scanned.
          const bottom = Math.max(after, before - 1 - size);
          const filters = rowFilterOf(request, after);
          buffer = await statementRows(db, { accountId, after: bottom, before, ...filters });
          budget.rows -= before - 1 - bottom;
          size = Math.max(size, Math.min(2 * size, largest));
          before = bottom + 1;
          exhausted = bottom === after;
          begun = true;
        }
      }
    },
  };
  return stream;
}

function latestOf(streams: readonly Stream[]): Stream | null {
  let latest: Stream | null = null;
  for (const stream of streams)
    if (stream.head && (!latest?.head || isLater(stream.head, latest.head))) latest = stream;
  return latest;
}

/** At the same moment, ids tell the order. */
function isLater(one: StatementEntry, other: StatementEntry): boolean {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  return difference > 0 || (difference === 0 && one.transactionId > other.transactionId);
}

/** In cents; `day` is 'YYYY-MM-DD' in the bank's calendar. */
export async function balanceAtEndOf(db: Reader, accountId: string, day: string): Promise<number> {
  return (await lastBefore(db, accountId, bankMidnight(day, { plusDays: 1 }))).balanceAfterCents;
}

/** In cents; few queries per account. */
export async function balancesAtEndsOf(
  db: Reader,
  accountIds: readonly string[],
  days: readonly string[],
): Promise<Map<string, number>> {
  const inOrder = days.toSorted();
  const ends = inOrder.map((day) => bankMidnight(day, { plusDays: 1 }));
  const balances = new Map(inOrder.map((day) => [day, 0]));
  if (inOrder.length === 0) return balances;
  for (const accountId of accountIds) {
    const lastEntries = await lastBeforeEach(db, accountId, ends);
    for (const [index, day] of inOrder.entries())
      balances.set(day, (balances.get(day) ?? 0) + (lastEntries[index]?.balanceAfterCents ?? 0));
  }
  return balances;
}

/** In cents. */
export const balanceOf = async (on: Reader, accountId: string): Promise<number> =>
  (await lastEntry(on, accountId)).balanceAfterCents;

/** In cents by account id. */
export async function balancesOf(on: Reader, accountIds: readonly string[]): Promise<Map<string, number>> {
  const balances = new Map(accountIds.map((id) => [id, 0]));
  if (accountIds.length === 0) return balances;
  const rows = await on
    .prepared('ledger.balances', (reader, { accounts, entries }) =>
      reader
        .select({ accountId: entries.accountId, balanceAfterCents: entries.balanceAfterCents })
        .from(accounts)
        .innerJoin(
          entries,
          and(
            eq(entries.accountId, accounts.id),
            eq(entries.seq, sql`(select max(seq) from entries as own where own.account_id = ${accounts.id})`),
          ),
        )
        .where(anyOf(reader, accounts.id, 'ids')),
    )
    .execute({ ids: idList(on, accountIds) });
  for (const row of rows) balances.set(row.accountId, row.balanceAfterCents);
  return balances;
}
