import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import { ranges } from '#server/work/pages';
import {
  otherPartyId,
  outsideParty,
  type StatementEntry,
  statementRows,
  withCounterparty,
} from './statement-rows.ts';

/** `upTo` is included, `after` is not. */
type Range = { accountId: string; after: number; upTo: number };

export type StatementSum = StatementEntry & { count: number };

/** Entries per query; other requests are served between queries. */
const CHUNK = 2_000;

/**
 * Entries summed by type, title, counterparty and direction; unordered, and a group may repeat. `transactionId` is '',
 * the balance 0, an unknown title ''.
 */
export async function statementSums(
  db: Reader,
  { accountId, after, upTo }: Range,
  titles: readonly string[],
  chunk = CHUNK,
): Promise<StatementSum[]> {
  const sums: StatementSum[] = [];
  for await (const bounds of ranges({ from: after, upTo }, chunk))
    sums.push(...(await sumsOf(db, { accountId, ...bounds }, titles)));
  return sums;
}

async function sumsOf(db: Reader, range: Range, titles: readonly string[]): Promise<StatementSum[]> {
  const { accounts, entries, incomingPayments, paymentOrders, transactions, users } = db.tables;
  const own = alias(accounts, 'own');
  const other = alias(accounts, 'other');
  const isDebit = sql`case when ${entries.amountCents} < 0 then 1 else 0 end`;
  const rows = await db
    .select({
      type: transactions.type,
      title: titleOf(transactions.description, titles),
      name: users.fullName,
      cpf: users.cpf,
      cnpj: users.cnpj,
      ...outsideParty(db.tables),
      amountCents: sql`sum(${entries.amountCents})`.mapWith(Number),
      count: sql`count(*)`.mapWith(Number),
      seq: sql`max(${entries.seq})`.mapWith(Number),
      createdAt: sql`max(${entries.createdAt})`.mapWith(entries.createdAt),
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .innerJoin(own, eq(own.id, entries.accountId))
    .leftJoin(other, eq(other.id, otherPartyId(entries.transactionId, own.userId)))
    .leftJoin(users, eq(users.id, other.userId))
    .leftJoin(paymentOrders, eq(paymentOrders.transactionId, entries.transactionId))
    .leftJoin(incomingPayments, eq(incomingPayments.transactionId, entries.transactionId))
    .where(within(db, range))
    // By column number: PostgreSQL treats parameterised expressions as different.
    .groupBy(sql`1, 2, 3, 4, 5, 6, 7, ${isDebit}`);
  const { accountId } = range;
  return rows.map(({ title: description, ...sum }) => ({
    ...withCounterparty({ ...sum, accountNumber: null }),
    ...{ accountId, transactionId: '', description, balanceAfterCents: 0 },
  }));
}

/** The title that the text begins with; '' if none. */
function titleOf(text: unknown, titles: readonly string[]): SQL<string> {
  const cases = titles.map((title) => sql`when substr(${text}, 1, ${title.length}) = ${title} then ${title}`);
  return sql<string>`case ${sql.join(cases, sql` `)} else '' end`;
}

/** By absolute amount; newest first on a tie. */
export async function largestEntries(
  db: Reader,
  range: Range,
  most: number,
  chunk = CHUNK,
): Promise<StatementEntry[]> {
  const { entries } = db.tables;
  let places: { seq: number; cents: number }[] = [];
  for await (const bounds of ranges({ from: range.after, upTo: range.upTo }, chunk)) {
    const part = await db
      .select({ seq: entries.seq, cents: sql`abs(${entries.amountCents})`.mapWith(Number) })
      .from(entries)
      .where(within(db, { accountId: range.accountId, ...bounds }))
      .orderBy(sql`abs(${entries.amountCents}) desc`, desc(entries.seq))
      .limit(most);
    places = [...places, ...part]
      .sort((one, other) => other.cents - one.cents || other.seq - one.seq)
      .slice(0, most);
  }
  const found: StatementEntry[] = [];
  for (const { seq } of places) {
    const one = { ...range, before: seq + 1, size: 1, type: null };
    const every = { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER };
    found.push(...(await statementRows(db, { ...one, ...every })));
  }
  return found;
}

function within(db: Reader, { accountId, after, upTo }: Range): SQL | undefined {
  const { entries } = db.tables;
  return and(eq(entries.accountId, accountId), gt(entries.seq, after), lte(entries.seq, upTo));
}
