import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, between, eq, gt, inArray, isNotNull, lte, max, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { ProductsInBooks, ProductsInLedger } from '#domain/admin/product-books';
import type { TransactionType } from '#domain/ledger/words';
import { idSpans, type Span } from '#server/work/id-spans';
import { ranges } from '#server/work/pages';

const CUSTOMERS_AT_ONCE = 100;

const CHARGES = ['credit_payment', 'fee', 'interest'] as const satisfies TransactionType[];
const PRODUCTS = [
  ...CHARGES,
  'credit_disbursement',
  'investment_application',
  'investment_redemption',
  'investment_yield',
] as const satisfies TransactionType[];
const MOVED = ['disbursed', 'charged', 'applied', 'redeemed', 'yielded', 'held'] as const;

export type CustomerSums = { accountNumber: string | null; ledger: ProductsInLedger; books: ProductsInBooks };

/**
 * What customers' entries and contracts add up to, both at one moment, so that payments made meanwhile are no differences. A query
 * reads up to `entriesAtOnce` entries.
 */
export async function* customerSums(db: Reader, entriesAtOnce: number): AsyncGenerator<CustomerSums[], void> {
  for await (const span of idSpans(db, db.tables.users.id, { size: CUSTOMERS_AT_ONCE }))
    for (const group of groupsOf(await entryCounts(db, span), entriesAtOnce)) {
      const [first, last] = [group[0], group.at(-1)];
      if (!first || !last) continue;
      if (first.entryCount > entriesAtOnce) yield [await sumsOfOne(db, first.id, entriesAtOnce)];
      else yield await customersAmong(db, (userId) => between(userId, first.id, last.id));
      await nextTurn();
    }
}

type Counted = { id: string; entryCount: number };

function entryCounts(db: Reader, span: Span): Promise<Counted[]> {
  const { accounts, users } = db.tables;
  return db
    .select({ id: users.id, entryCount: sql`coalesce(sum(${lastSeq(db)}), 0)`.mapWith(Number) })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.id))
    .where(span(users.id))
    .groupBy(users.id)
    .orderBy(asc(users.id));
}

function lastSeq(db: Reader) {
  const { accounts, entries } = db.tables;
  const last = db
    .select({ seq: max(entries.seq) })
    .from(entries)
    .where(eq(entries.accountId, accounts.id));
  return sql`coalesce(${last}, 0)`.mapWith(Number);
}

/** Neighbours with up to `most` entries together, or one with more. */
function groupsOf(customers: readonly Counted[], most: number): Counted[][] {
  const groups: Counted[][] = [];
  let sum = Number.POSITIVE_INFINITY;
  for (const customer of customers) {
    sum += customer.entryCount;
    if (sum > most) {
      groups.push([]);
      sum = customer.entryCount;
    }
    groups.at(-1)?.push(customer);
  }
  return groups;
}

/** The moment is that of the books: entries are read up to the last one then. */
async function sumsOfOne(db: Reader, userId: string, entriesAtOnce: number): Promise<CustomerSums> {
  const { accountId, seq } = db.tables.entries;
  const isOne: Span = (id) => eq(id, userId);
  const own = await customersAmong(db, isOne, true);
  const one = own.find(({ accountType }) => accountType === 'checking') ?? own[0];
  if (!one) throw new Error(`user ${userId} not found`);
  const { accountNumber, books, ledger } = one;
  for (const { id, lastSeq } of own)
    for await (const { after, upTo } of ranges({ upTo: lastSeq }, entriesAtOnce)) {
      const part = movedFor(db, isOne, and(eq(accountId, id ?? ''), gt(seq, after), lte(seq, upTo)));
      const [moved] = await db.select(orZero(part, ...MOVED)).from(part);
      for (const name of MOVED) ledger[name] += moved?.[name] ?? 0;
    }
  return { accountNumber, books, ledger };
}

/** `isAlone`: a row for each account of a customer, with its last entry's number instead of the sums of its entries. */
function customersAmong(db: Reader, isAmong: Span, isAlone = false) {
  const { accounts, users } = db.tables;
  const ledger = movedFor(db, isAmong, isAlone ? sql`1 = 0` : undefined);
  const [lent, paid, invested] = [lentTo(db, isAmong), paidBy(db, isAmong), investedBy(db, isAmong)];
  return db
    .select({
      ...columnsOf(accounts, 'id', 'accountNumber', 'accountType'),
      lastSeq: isAlone ? lastSeq(db) : sql`0`.mapWith(Number),
      ledger: orZero(ledger, ...MOVED),
      books: {
        ...orZero(lent, 'lentCents', 'iofCents'),
        ...orZero(paid, 'paidCents'),
        ...orZero(invested, 'investedCents', 'endedCents', 'yieldCents', 'taxCents'),
      },
    })
    .from(users)
    .leftJoin(
      accounts,
      and(eq(accounts.userId, users.id), isAlone ? undefined : eq(accounts.accountType, 'checking')),
    )
    .leftJoin(ledger, eq(ledger.userId, users.id))
    .leftJoin(lent, eq(lent.userId, users.id))
    .leftJoin(paid, eq(paid.userId, users.id))
    .leftJoin(invested, eq(invested.userId, users.id))
    .where(isAmong(users.id));
}

const orZero = <Name extends string>(sums: Record<Name, SQL.Aliased>, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql`coalesce(${sums[name]}, 0)`.mapWith(Number)])) as Record<
    Name,
    SQL<number>
  >;

function movedFor(db: Reader, isAmong: Span, isSome?: SQL) {
  const { accounts, entries, transactions } = db.tables;
  const isHeld = eq(accounts.accountType, 'investment');
  const gained = (...types: readonly TransactionType[]) =>
    sql`sum(case when not (${isHeld}) and ${inArray(transactions.type, [...types])} then ${entries.amountCents} end)`;
  return db
    .select({
      userId: accounts.userId,
      disbursed: gained('credit_disbursement').as('disbursed'),
      charged: gained(...CHARGES).as('charged'),
      applied: gained('investment_application').as('applied'),
      redeemed: gained('investment_redemption').as('redeemed'),
      yielded: gained('investment_yield').as('yielded'),
      held: sql`sum(case when ${isHeld} then ${entries.amountCents} end)`.as('held'),
    })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .where(and(isAmong(accounts.userId), isSome, inArray(transactions.type, [...PRODUCTS])))
    .groupBy(accounts.userId)
    .as('in_ledger');
}

function lentTo(db: Reader, isAmong: Span) {
  const { creditProposals: proposals } = db.tables;
  return db
    .select({
      userId: proposals.userId,
      lentCents: sql`sum(${proposals.amountCents})`.as('lent'),
      iofCents: sql`sum(${proposals.iofCents})`.as('iof'),
    })
    .from(proposals)
    .where(and(isAmong(proposals.userId), isNotNull(proposals.paidOutOn)))
    .groupBy(proposals.userId)
    .as('lent_to');
}

function paidBy(db: Reader, isAmong: Span) {
  const { creditProposals: proposals, instalments } = db.tables;
  return db
    .select({ userId: proposals.userId, paidCents: sql`sum(${instalments.paidCents})`.as('paid') })
    .from(proposals)
    .innerJoin(instalments, eq(instalments.proposalId, proposals.id))
    .where(and(isAmong(proposals.userId), isNotNull(instalments.paidOn)))
    .groupBy(proposals.userId)
    .as('paid_by');
}

function investedBy(db: Reader, isAmong: Span) {
  const { investments } = db.tables;
  const ended = (cents: SQL) => sql`sum(case when ${investments.endedOn} is not null then ${cents} end)`;
  return db
    .select({
      userId: investments.userId,
      investedCents: sql`sum(${investments.amountCents})`.as('invested'),
      endedCents: ended(sql`${investments.amountCents}`).as('ended'),
      yieldCents: ended(sql`${investments.yieldCents}`).as('yielded_gross'),
      taxCents: ended(sql`${investments.iofCents} + ${investments.incomeTaxCents}`).as('taxes'),
    })
    .from(investments)
    .where(isAmong(investments.userId))
    .groupBy(investments.userId)
    .as('invested_by');
}
