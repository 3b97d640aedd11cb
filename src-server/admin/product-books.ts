import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { productDifferences, taxedYieldsDifference, unpaidDifference } from '#domain/admin/product-books';
import type { TransactionType } from '#domain/ledger/words';
import type { Difference } from '#domain/pix/comparison';
import { idSpans, type Span } from '#server/work/id-spans';
import { pages } from '#server/work/pages';
import { taxedYields } from './taxed-yields.ts';

/** Customers per query. One query sees one moment, so payments made meanwhile are no differences. */
const CUSTOMERS_AT_ONCE = 100;
const INSTALMENTS_AT_ONCE = 2000;

const CHARGES = ['credit_payment', 'fee', 'interest'] as const satisfies TransactionType[];
const PRODUCTS = [
  ...CHARGES,
  'credit_disbursement',
  'investment_application',
  'investment_redemption',
  'investment_yield',
] as const satisfies TransactionType[];

/** Compares credits, instalments, investments and yields consumed by their taxes with the ledger. */
export async function compareProducts(db: Reader): Promise<Difference[]> {
  return [
    ...(await compareCustomers(db)),
    ...(await findUnbookedPayments(db)),
    ...taxedYieldsDifference(await taxedYields(db)),
  ];
}

async function compareCustomers(db: Reader): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const span of idSpans(db, db.tables.users.id, { size: CUSTOMERS_AT_ONCE }))
    for (const { accountNumber, ledger, books } of await customersAmong(db, span))
      differences.push(...productDifferences(accountNumber, ledger, books));
  return differences;
}

function customersAmong(db: Reader, isAmong: Span) {
  const { accounts, users } = db.tables;
  const ledger = movedFor(db, isAmong);
  const [lent, paid, invested] = [lentTo(db, isAmong), paidBy(db, isAmong), investedBy(db, isAmong)];
  return db
    .select({
      accountNumber: accounts.accountNumber,
      ledger: orZero(ledger, 'disbursed', 'charged', 'applied', 'redeemed', 'yielded', 'held'),
      books: {
        ...orZero(lent, 'lentCents', 'iofCents'),
        ...orZero(paid, 'paidCents'),
        ...orZero(invested, 'investedCents', 'endedCents', 'yieldCents', 'taxCents'),
      },
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.accountType, 'checking')))
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

function movedFor(db: Reader, isAmong: Span) {
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
    .where(and(isAmong(accounts.userId), inArray(transactions.type, [...PRODUCTS])))
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

/** Instalments marked as paid by a transaction that the ledger lacks. */
async function findUnbookedPayments(db: Reader): Promise<Difference[]> {
  const { instalments, transactions } = db.tables;
  const differences: Difference[] = [];
  const read = (last: { id: string } | null) =>
    db
      .select({
        ...columnsOf(instalments, 'id', 'number', 'transactionId'),
        bookedAs: transactions.id,
      })
      .from(instalments)
      .leftJoin(
        transactions,
        and(eq(transactions.id, instalments.transactionId), eq(transactions.type, 'credit_payment')),
      )
      .where(gt(instalments.id, last?.id ?? ''))
      .orderBy(asc(instalments.id))
      .limit(INSTALMENTS_AT_ONCE);
  for await (const rows of pages(INSTALMENTS_AT_ONCE, read))
    for (const { number, transactionId, bookedAs } of rows)
      if (transactionId !== null && bookedAs === null)
        differences.push(unpaidDifference({ number, transactionId }));
  return differences;
}
