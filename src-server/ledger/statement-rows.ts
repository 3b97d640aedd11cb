import { type AnyColumn, and, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import type { StatementLine } from '#domain/account/statement';
import type { MovementKind } from '#domain/ledger/flow';
import type { AccountType } from '#domain/ledger/words';
import { maskDocument } from '#domain/tax-id';
import { filteredBy, kindOf, originalId, type RowFilter } from './row-filter.ts';

/** `counterparty`: the other customer or party, with masked document; null if none or unknown. */
export type StatementEntry = StatementLine & {
  accountId: string;
  accountType: AccountType;
  seq: number;
  kind: MovementKind;
  /** Neither income nor expense: an own move, a loan paid out, a reversal. */
  isNeutral: boolean;
  /** The transaction that reversed this one, and when; both null if none did. */
  reversalId: string | null;
  reversedAt: Date | null;
  endToEndId: string | null;
  counterparty: { name: string; document: string; accountNumber: string | null } | null;
};

/** Entries between two positions (both excluded), newest first; the positions bound what is read. */
export type RowsRequest = RowFilter & { accountId: string; after: number; before: number };

export async function statementRows(db: Reader, request: RowsRequest): Promise<StatementEntry[]> {
  const rows = await db.prepared('ledger.statement', statementQuery).execute(request);
  return rows.map(withCounterparty);
}

type Parties = Record<
  'name' | 'cpf' | 'cnpj' | 'outsideName' | 'outsideDocument' | 'accountNumber',
  string | null
>;

/** Names the other customer, or the party outside the bank. */
export function withCounterparty<Row extends Parties>(row: Row) {
  const { name, cpf, cnpj, accountNumber, outsideName, outsideDocument, ...entry } = row;
  const whom = name ?? outsideName;
  const document = name === null ? outsideDocument : (cpf ?? cnpj);
  if (whom === null) return { ...entry, counterparty: null };
  const masked = document ? maskDocument(document) : '';
  return { ...entry, counterparty: { name: whom, document: masked, accountNumber } };
}

/** The party outside the bank, for payments through the provider. */
export const outsideParty = ({ incomingPayments: incoming, paymentOrders: orders }: Tables) => ({
  outsideName: sql<string | null>`coalesce(${orders.payeeName}, ${incoming.payerName})`,
  outsideDocument: sql<string | null>`coalesce(${orders.payeeDocument}, ${incoming.payerDocument})`,
});

/** The account of the other customer in a transaction; null if the bank is the other side. */
export const otherPartyId = (transactionId: AnyColumn, ownUserId: AnyColumn): SQL => sql`(
    select min(party.id) from entries as side join accounts as party on party.id = side.account_id
    where side.transaction_id = ${transactionId} and party.user_id is not null
      and party.user_id <> coalesce(${ownUserId}, ''))`;

function statementQuery(on: Reader, tables: Tables) {
  const { accounts, entries, incomingPayments, paymentOrders, transactions, users } = tables;
  const reversing = alias(transactions, 'reversing');
  const kind = kindOf(tables);
  const own = alias(accounts, 'own');
  const other = alias(accounts, 'other');
  const otherId = otherPartyId(entries.transactionId, own.userId);
  return on
    .select({
      accountId: entries.accountId,
      accountType: own.accountType,
      seq: entries.seq,
      kind,
      isNeutral: entries.isNeutral,
      reversalId: reversing.id,
      reversedAt: reversing.createdAt,
      endToEndId: sql<string | null>`coalesce(${paymentOrders.endToEndId}, ${incomingPayments.endToEndId})`,
      transactionId: entries.transactionId,
      type: transactions.type,
      description: transactions.description,
      amountCents: entries.amountCents,
      balanceAfterCents: entries.balanceAfterCents,
      createdAt: entries.createdAt,
      name: users.fullName,
      cpf: users.cpf,
      cnpj: users.cnpj,
      accountNumber: other.accountNumber,
      ...outsideParty(tables),
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .innerJoin(own, eq(own.id, entries.accountId))
    .leftJoin(other, eq(other.id, otherId))
    .leftJoin(users, eq(users.id, other.userId))
    .leftJoin(reversing, eq(reversing.reversesId, entries.transactionId))
    .leftJoin(paymentOrders, eq(paymentOrders.transactionId, originalId(transactions)))
    .leftJoin(incomingPayments, eq(incomingPayments.transactionId, originalId(transactions)))
    .where(
      and(
        eq(entries.accountId, sql.placeholder('accountId')),
        gt(entries.seq, sql.placeholder('after')),
        lt(entries.seq, sql.placeholder('before')),
        ...filteredBy(tables, (name) => sql.placeholder(name)),
      ),
    )
    .orderBy(desc(entries.seq));
}

const foundColumns = ({ entries: { seq, balanceAfterCents, creditsAfterCents } }: Tables) => ({
  seq,
  balanceAfterCents,
  creditsAfterCents,
});
export type Found = Pick<Tables['entries']['$inferSelect'], keyof ReturnType<typeof foundColumns>>;

export const BEFORE_FIRST: Found = { seq: 0, balanceAfterCents: 0, creditsAfterCents: 0 };

/** The account's newest entry. */
export async function lastEntry(on: Reader, accountId: string): Promise<Found> {
  const [last] = await on
    .prepared('ledger.lastEntry', (reader, tables) =>
      reader
        .select(foundColumns(tables))
        .from(tables.entries)
        .where(eq(tables.entries.accountId, sql.placeholder('accountId')))
        .orderBy(desc(tables.entries.seq))
        .limit(1),
    )
    .execute({ accountId });
  return last ?? BEFORE_FIRST;
}

export const lastSeq = async (db: Reader, accountId: string): Promise<number> =>
  (await lastEntry(db, accountId)).seq;

/**
 * Binary search, begun at the newest entry, which most moments follow: seq and time have the same order (see post), so no
 * index by time is needed.
 */
export async function lastBefore(db: Reader, accountId: string, moment: Date): Promise<Found> {
  const [found] = await db.prepared('ledger.lastBefore', lastBeforeQuery).execute({ accountId, moment });
  return found ?? BEFORE_FIRST;
}

function lastBeforeQuery(on: Reader, tables: Tables) {
  const { entries } = tables;
  const account = sql`cast(${sql.placeholder('accountId')} as text)`;
  const earlier = sql`middle.created_at < ${sql.param(sql.placeholder('moment'), entries.createdAt)}`;
  const halving = sql`(
    with recursive bisect(low, high) as (
      select case when ${earlier} then middle.seq else 0 end, middle.seq
      from (select seq, created_at from entries where account_id = ${account} order by seq desc limit 1) as middle
      union all
      select case when ${earlier} then middle.seq else low end, case when ${earlier} then high else middle.seq - 1 end
      from bisect join entries as middle on middle.account_id = ${account} and middle.seq = (low + high + 1) / 2
      where low < high
    )
    select low as seq from bisect where low = high
  )`;
  return on
    .select(foundColumns(tables))
    .from(entries)
    .where(and(eq(entries.accountId, sql.placeholder('accountId')), eq(entries.seq, halving)));
}

/**
 * `lastBefore` for each of several ascending moments. Each step of the search reads one entry, so that databases do not
 * read the whole account.
 */
export async function lastBeforeEach(
  db: Reader,
  accountId: string,
  moments: readonly Date[],
): Promise<Found[]> {
  const last = await lastSeq(db, accountId);
  const places = await db.prepared('ledger.placesBefore', placesBeforeQuery).execute({
    accountId,
    moments: db.engine === 'postgres' ? moments : JSON.stringify(moments.map((at) => at.getTime())),
    // 0 for an empty account.
    step: 2 ** Math.floor(Math.log2(last)),
  });
  const { entries } = db.tables;
  const found = await db
    .select(foundColumns(db.tables))
    .from(entries)
    .where(
      and(
        eq(entries.accountId, accountId),
        inArray(entries.seq, [...new Set(places.map(({ place }) => place))]),
      ),
    );
  const at = new Map(found.map((entry) => [entry.seq, entry]));
  return places.map(({ place }) => at.get(place) ?? BEFORE_FIRST);
}

function placesBeforeQuery(on: Reader) {
  const moments = sql.placeholder('moments');
  const given =
    on.engine === 'postgres'
      ? sql`unnest(cast(${moments} as timestamptz[])) as given(value)`
      : sql`json_each(${moments}) as given`;
  const step = sql`cast(${sql.placeholder('step')} as integer)`;
  const reached = sql`(select created_at from entries
    where account_id = cast(${sql.placeholder('accountId')} as text) and seq = place + step)`;
  const searched = sql`(
    with recursive search(moment, place, step) as (
      select given.value, 0, ${step} from ${given}
      union all
      select moment, place + case when ${reached} < moment then step else 0 end, step / 2 from search where step > 0
    )
    select moment, place from search where step = 0
  ) as searched`;
  return on
    .select({ place: sql`place`.mapWith(Number) })
    .from(searched)
    .orderBy(sql`moment`);
}
