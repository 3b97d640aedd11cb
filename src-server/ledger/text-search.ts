import { and, between, gt, lte, min, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { alphabetical } from '#db/kit/alphabetical';
import { plainText } from '#domain/text';
import { anyContains } from '#server/kernel/search';
import { indexedTo, newestRowid, transactionRowid } from './text-index.ts';

export type TransactionPlace = { id: string; createdAt: Date };

/** Both ends included. */
export type Interval = { from: Date; to: Date };

/** More trigrams of a long text cost more than they exclude. */
const MOST_TRIGRAMS = 8;
/** If more transactions than this are unindexed, they are searched in every interval. */
const SHORT_TAIL = 20_000;

/** The unindexed transactions of SQLite: those with a rowid above `after`; none is older than `since`. */
type Tail = { after: number; since: Date };

export type TextSearch = { wanted: string; isIndexed: boolean; tail: Tail };

/** Prepares a search; one of fewer than three letters has no trigram and reads all descriptions. */
export async function textSearch(db: Reader, q: string): Promise<TextSearch> {
  const isIndexed = [...plainText(q)].length >= 3;
  return { wanted: q, isIndexed, tail: db.engine === 'postgres' ? NO_TAIL : await tailOf(db, isIndexed) };
}

const NEVER = new Date(8.64e15);
const NO_TAIL: Tail = { after: 0, since: NEVER };

async function tailOf(db: Reader, isIndexed: boolean): Promise<Tail> {
  const after = isIndexed ? await indexedTo(db) : 0;
  if ((await newestRowid(db)) - after > SHORT_TAIL) return { after, since: new Date(0) };
  const { transactions } = db.tables;
  const [oldest] = await db
    .select({ since: min(transactions.createdAt) })
    .from(transactions)
    .where(gt(transactionRowid, after));
  return { after, since: oldest?.since ?? NEVER };
}

/** Transactions of an interval whose description contains the text, in no order. */
export async function describedIn(
  db: Reader,
  search: TextSearch,
  interval: Interval,
): Promise<TransactionPlace[]> {
  if (db.engine === 'postgres') return placesIn(db, search, interval, undefined);
  const { after, since } = search.tail;
  const indexed = search.isIndexed
    ? await placesIn(db, search, interval, momentsWith(db, search, interval))
    : [];
  if (interval.to < since) return indexed;
  return [...indexed, ...(await placesIn(db, search, interval, gt(transactionRowid, after)))];
}

function placesIn(db: Reader, search: TextSearch, { from, to }: Interval, also: SQL | undefined) {
  const { transactions } = db.tables;
  return db
    .select({ id: transactions.id, createdAt: transactions.createdAt })
    .from(transactions)
    .where(and(also, between(transactions.createdAt, from, to), describes(db, search)));
}

/** Transactions of the moments that the index finds; the caller also checks the description. */
function momentsWith(db: Reader, { wanted, tail }: TextSearch, { from, to }: Interval): SQL | undefined {
  return and(
    lte(transactionRowid, tail.after),
    sql`${db.tables.transactions.createdAt} in (
      select rowid / 1048576 from ledger_text where ledger_text match ${trigramsOf(wanted)}
        and rowid between cast(${from.getTime()} as integer) * 1048576 and cast(${to.getTime()} as integer) * 1048576 + 1048576 - 1)`,
  );
}

/** '"alu" AND "lug"': with `detail=none` FTS5 has no phrases. At most eight, spread over the text. */
function trigramsOf(wanted: string): string {
  const letters = [...plainText(wanted)];
  const all = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  const step = Math.max(1, (all.length - 1) / (MOST_TRIGRAMS - 1));
  const chosen = new Set<string | undefined>();
  for (let at = 0; at <= all.length - 1; at += step) chosen.add(all[Math.round(at)]);
  return [...chosen].map((trigram) => `"${trigram?.replaceAll('"', '""')}"`).join(' AND ');
}

/** Which transactions count for the size of a step: on PostgreSQL matching ones, on SQLite (undefined) all. */
export const countedInSteps = (db: Reader, search: TextSearch): SQL | undefined =>
  db.engine === 'postgres' ? describes(db, search) : undefined;

/** On PostgreSQL the expression of the index `ledger_text`, which costs more than a pattern where the index cannot help. */
function describes(db: Reader, { wanted, isIndexed }: TextSearch): SQL | undefined {
  const { description } = db.tables.transactions;
  if (db.engine === 'sqlite' || !isIndexed) return anyContains(db, [description], wanted);
  const pattern = `%${plainText(wanted).replace(/[%_\\]/g, '\\$&')}%`;
  return sql`${alphabetical('postgres', description)} like ${pattern}`;
}
