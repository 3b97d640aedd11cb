import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, between, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { BANK_ACCOUNT_LABELS } from '#domain/ledger/words';
import { plainText } from '#domain/text';
import { accountMatches } from '#server/account/matches';
import { among } from '#server/kernel/any-of';
import { idsOf } from '#server/kernel/id';
import type { TransactionPlace } from '#server/ledger/text-search';
import { ranges } from '#server/work/pages';

/** A transaction, and which of the found accounts have entries in it. */
export type HeldPlace = TransactionPlace & { accountIds: string[] };

/** `places`: all transactions of these accounts; null if there are too many to read them at once. */
export type SearchedAccounts = { ids: ReadonlySet<string>; places: HeldPlace[] | null };

/** Other requests run between the queries of a search. */
export const SEARCH_SIZES = {
  /** With more accounts or entries than this, their transactions are read in steps. */
  mostAccounts: 2_000,
  mostEntries: 20_000,
  entriesPerQuery: 2_000,
  /** Transactions per step, first and at most; on PostgreSQL only those that match a text count. */
  firstStep: 800,
  longestStep: { text: 10_000, account: 2_000 },
  /** Transactions whose entries one query reads. */
  atOnce: 400,
};
export type SearchSizes = typeof SEARCH_SIZES;

/** Accounts by number, by holder (name or document), or by the name of one of the bank's own. */
export async function searchedAccounts(db: Reader, q: string, sizes: SearchSizes): Promise<SearchedAccounts> {
  const { accounts } = db.tables;
  const ids = idsOf(await db.select({ id: accounts.id }).from(accounts).where(isSearched(db, q)));
  await nextTurn();
  return { ids: new Set(ids), places: await placesOf(db, ids, sizes) };
}

function isSearched(db: Reader, q: string): SQL | undefined {
  const own = Object.entries(BANK_ACCOUNT_LABELS).filter(([, label]) =>
    plainText(label).includes(plainText(q)),
  );
  return or(
    accountMatches(db, q),
    inArray(
      db.tables.accounts.bankAccount,
      own.map(([name]) => name),
    ),
  );
}

async function placesOf(
  db: Reader,
  ids: readonly string[],
  { mostAccounts, mostEntries, entriesPerQuery }: SearchSizes,
): Promise<HeldPlace[] | null> {
  if (ids.length > mostAccounts) return null;
  const { accounts, entries, transactions } = db.tables;
  const lastSeq = sql`(select max(seq) from entries as own where own.account_id = ${accounts.id})`;
  const ends = await db
    .select({ accountId: accounts.id, seq: sql`coalesce(${lastSeq}, 0)`.mapWith(Number) })
    .from(accounts)
    .where(among(db, accounts.id, ids));
  if (ends.reduce((sum, { seq }) => sum + seq, 0) > mostEntries) return null;
  const rows: (TransactionPlace & { accountId: string })[] = [];
  for await (const part of parts(ends, entriesPerQuery)) {
    const isPart = and(
      among(db, entries.accountId, part.ids),
      between(entries.seq, part.after + 1, part.upTo),
    );
    rows.push(
      ...(await db
        .select({ ...columnsOf(transactions, 'id', 'createdAt'), accountId: entries.accountId })
        .from(entries)
        .innerJoin(transactions, eq(transactions.id, entries.transactionId))
        .where(isPart)),
    );
    await nextTurn();
  }
  return byTransaction(rows);
}

/** Groups the rows by transaction. */
export function byTransaction(rows: readonly (TransactionPlace & { accountId: string })[]): HeldPlace[] {
  const places = new Map<string, HeldPlace>();
  for (const { accountId, ...place } of rows) {
    const known = places.get(place.id);
    if (known) known.accountIds.push(accountId);
    else places.set(place.id, { ...place, accountIds: [accountId] });
  }
  return [...places.values()];
}

type Part = { ids: string[]; after: number; upTo: number };

/** Accounts with few entries share a part; those with many are split into several. */
async function* parts(
  ends: readonly { accountId: string; seq: number }[],
  size: number,
): AsyncGenerator<Part> {
  let short: string[] = [];
  let count = 0;
  for (const { accountId, seq } of ends) {
    if (seq > size)
      for await (const piece of ranges({ upTo: seq }, size)) yield { ids: [accountId], ...piece };
    else {
      short.push(accountId);
      count += seq;
    }
    if (count >= size) {
      yield { ids: short, after: 0, upTo: size };
      short = [];
      count = 0;
    }
  }
  if (short.length > 0) yield { ids: short, after: 0, upTo: size };
}
