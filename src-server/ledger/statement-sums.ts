import { and, desc, eq, gt, lte, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import type { Flow } from '#domain/ledger/flow';
import { atOnce, type Turn } from '#server/kernel/in-turn';
import { ranges } from '#server/work/pages';
import {
  EVERY_ROW,
  filteredBy,
  flowOf,
  isReversed,
  kindOf,
  originalId,
  type RowFilter,
} from './row-filter.ts';
import {
  otherPartyId,
  outsideParty,
  type StatementEntry,
  statementRows,
  withCounterparty,
} from './statement-rows.ts';

/** `upTo` is included, `after` is not. */
type Range = { accountId: string; after: number; upTo: number };

/** `amountCents` is the sum of `count` entries; `createdAt` and `seq` are the newest’s. */
export type StatementSum = Pick<
  StatementEntry,
  'accountId' | 'seq' | 'type' | 'kind' | 'description' | 'amountCents' | 'createdAt' | 'counterparty'
> & { transactionId: ''; balanceAfterCents: 0; count: number; flow: Flow };

/** Entries per query; other requests are served between queries. */
const CHUNK = 500;

type Pieces = { chunk?: number; turn?: Turn };
type SumOptions = Pieces & { titles: readonly string[]; filter?: RowFilter };

/**
 * Entries summed by type, title, counterparty and direction; unordered, and a group may repeat. `transactionId` is '',
 * the balance 0, an unknown title ''.
 */
export async function statementSums(
  db: Reader,
  { accountId, after, upTo }: Range,
  { titles, filter = EVERY_ROW, chunk = CHUNK, turn = atOnce }: SumOptions,
): Promise<StatementSum[]> {
  const sums: StatementSum[] = [];
  for await (const bounds of ranges({ from: after, upTo }, chunk))
    sums.push(...(await turn(() => sumsOf(db, { accountId, ...bounds }, titles, filter))));
  return sums;
}

async function sumsOf(
  db: Reader,
  range: Range,
  titles: readonly string[],
  filter: RowFilter,
): Promise<StatementSum[]> {
  const { accounts, entries, incomingPayments, paymentOrders, transactions, users } = db.tables;
  const own = alias(accounts, 'own');
  const other = alias(accounts, 'other');
  const isDebit = sql`case when ${entries.amountCents} < 0 then 1 else 0 end`;
  const rows = await db
    .select({
      type: transactions.type,
      kind: kindOf(db.tables),
      flow: flowOf(db.tables),
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
    .leftJoin(paymentOrders, eq(paymentOrders.transactionId, originalId(transactions)))
    .leftJoin(incomingPayments, eq(incomingPayments.transactionId, originalId(transactions)))
    .where(and(within(db, range), ...filteredBy(db.tables, (name) => filter[name])))
    // By column number: PostgreSQL treats parameterised expressions as different.
    .groupBy(sql`1, 2, 3, 4, 5, 6, 7, 8, 9, ${isDebit}`);
  const { accountId } = range;
  return rows.map(({ title: description, ...sum }) => ({
    ...withCounterparty({ ...sum, accountNumber: null }),
    ...{ accountId, transactionId: '' as const, description, balanceAfterCents: 0 as const },
  }));
}

/** The title that the text begins with; '' if none. */
function titleOf(text: unknown, titles: readonly string[]): SQL<string> {
  const cases = titles.map((title) => sql`when substr(${text}, 1, ${title.length}) = ${title} then ${title}`);
  return sql<string>`case ${sql.join(cases, sql` `)} else '' end`;
}

/** Income and expenses by absolute amount; newest first on a tie. */
export async function largestEntries(
  db: Reader,
  range: Range,
  most: number,
  { chunk = CHUNK, turn = atOnce }: Pieces = {},
): Promise<StatementEntry[]> {
  const { entries, transactions } = db.tables;
  let places: { seq: number; cents: number }[] = [];
  for await (const bounds of ranges({ from: range.after, upTo: range.upTo }, chunk)) {
    const part = await turn(async () =>
      db
        .select({ seq: entries.seq, cents: sql`abs(${entries.amountCents})`.mapWith(Number) })
        .from(entries)
        .innerJoin(transactions, eq(transactions.id, entries.transactionId))
        .where(
          and(
            within(db, { accountId: range.accountId, ...bounds }),
            not(entries.isNeutral),
            not(isReversed(db.tables)),
          ),
        )
        .orderBy(sql`abs(${entries.amountCents}) desc`, desc(entries.seq))
        .limit(most),
    );
    places = [...places, ...part]
      .sort((one, other) => other.cents - one.cents || other.seq - one.seq)
      .slice(0, most);
  }
  const found: StatementEntry[] = [];
  for (const { seq } of places) {
    const { accountId } = range;
    found.push(...(await statementRows(db, { ...EVERY_ROW, accountId, after: seq - 1, before: seq + 1 })));
  }
  return found;
}

function within(db: Reader, { accountId, after, upTo }: Range): SQL | undefined {
  const { entries } = db.tables;
  return and(eq(entries.accountId, accountId), gt(entries.seq, after), lte(entries.seq, upTo));
}
