import { and, asc, eq, gt, inArray, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { addMonths } from '#domain/calendar';
import { type AccountMovement, accountFacts, FACT_DAYS, factsFrom } from '#domain/credit/account-facts';
import { countedIncomeCents } from '#domain/credit/counted-income';
import { daysLate } from '#domain/credit/late';
import type { AccountFacts, CreditHistory, ScoreInput } from '#domain/credit/score-shapes';
import { addDays, bankDate } from '#domain/date';
import type { TransactionType } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt } from '#server/auth/attempts';
import { countEntries } from '#server/auth/count-entries';
import type { SignedInContext } from '#server/kernel/context';
import { atOnce, type Turn, turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { bankMidnight } from '#server/ledger/bank-day';
import { BEFORE_FIRST, lastBeforeEach } from '#server/ledger/statement-rows';
import { STANDING } from '#server/payments/returns/open-returns';
import { ranges } from '#server/work/pages';

export type CustomerFacts = Pick<
  ScoreInput,
  'monthlyIncomeCents' | 'referenceOn' | 'account' | 'history' | 'ratingVb'
> & { isCompany: boolean };

const HISTORY_MONTHS = 24;

/** Not income: loans, refunds and the customer's own money. */
const NOT_INCOME: TransactionType[] = [
  'reversal',
  'credit_disbursement',
  'investment_redemption',
  'investment_yield',
];

/** Facts about the caller, one call at a time. Refuses NOT_FOUND, TOO_MANY_ATTEMPTS (a long history counts more). */
export async function ownFacts(ctx: SignedInContext): Promise<CustomerFacts> {
  const { id } = ctx.user;
  const who = nameOfCaller(ctx);
  await countAttempt(ctx, 'creditFacts', who);
  return turnOfReader(ctx)(() =>
    customerFacts(ctx.db, id, ctx.clock.today(), {
      onEntries: (entries) => countEntries(ctx, 'creditFacts', who, entries),
      turn: turnOfNetwork(ctx),
    }),
  );
}

/** `onEntries` is told how many entries will be summed, and may refuse; `turn` runs each piece. Refuses NOT_FOUND. */
export async function customerFacts(
  db: Reader,
  userId: string,
  today: string,
  { onEntries = async () => {}, turn = atOnce }: Partial<Pieces> = {},
): Promise<CustomerFacts> {
  const { users } = db.tables;
  const [user] = await db
    .select(columnsOf(users, 'cnpj', 'monthlyIncomeCents', 'incomeBeforeCents', 'incomeRaisedOn', 'ratingVb'))
    .from(users)
    .where(eq(users.id, userId));
  if (!user) refuse('NOT_FOUND');
  const { ratingVb } = user;
  const monthlyIncomeCents = countedIncomeCents(user, today);
  return {
    isCompany: user.cnpj !== null,
    monthlyIncomeCents,
    ratingVb,
    referenceOn: today,
    account: await checkingFacts(db, { userId, today, monthlyIncomeCents, onEntries, turn }),
    history: await creditHistory(db, userId, today),
  };
}

type Pieces = { onEntries: (count: number) => Promise<void>; turn: Turn };
type About = Pieces & { userId: string; today: string; monthlyIncomeCents: number | null };

async function checkingFacts(
  db: Reader,
  { userId, today, monthlyIncomeCents, ...pieces }: About,
): Promise<AccountFacts | null> {
  const checking = await firstAccount(db, userId, 'checking');
  if (!checking) return null;
  const { openingCents, movements } = await movementsOf(db, {
    accountId: checking.id,
    ...{ userId, today, ...pieces },
  });
  return accountFacts(movements, {
    today,
    openingCents,
    openedOn: bankDate(checking.createdAt),
    monthlyIncomeCents,
  });
}

async function firstAccount(db: Reader, userId: string, type: 'checking' | 'external') {
  const { accounts } = db.tables;
  const [first] = await db
    .select({ id: accounts.id, createdAt: accounts.createdAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.accountType, type)))
    .orderBy(asc(accounts.createdAt))
    .limit(1);
  return first ?? null;
}

type Reading = Pieces & { accountId: string; userId: string; today: string };

/**
 * Sums instead of entries, since an account may have many thousands; oldest first. Per day one movement with the closing
 * balance; per month (split where the scorecard's window begins) one with the income and the lowest balance.
 */
async function movementsOf(
  db: Reader,
  about: Reading,
): Promise<{ openingCents: number; movements: AccountMovement[] }> {
  const { accountId, today, onEntries } = about;
  const from = factsFrom(today);
  const recentFrom = addDays(today, -FACT_DAYS + 1);
  const days = eachDay(from, today);
  const [opening = BEFORE_FIRST, ...ends] = await lastBeforeEach(
    db,
    accountId,
    [from, ...days.map((day) => addDays(day, 1))].map((day) => bankMidnight(day)),
  );
  await onEntries((ends.at(-1)?.seq ?? 0) - opening.seq);
  const spans: Days[] = [];
  const movements: AccountMovement[] = [];
  let after = opening.seq;
  let spanName = '';
  for (const [index, day] of days.entries()) {
    const end = ends[index] ?? BEFORE_FIRST;
    if (end.seq === after) continue;
    const name = `${day.slice(0, 7)} ${day >= recentFrom}`;
    if (name !== spanName) spans.push({ day, after, upTo: end.seq });
    else Object.assign(spans.at(-1) ?? {}, { upTo: end.seq });
    movements.push({ day, amountCents: 0, balanceAfterCents: end.balanceAfterCents, isIncome: false });
    [after, spanName] = [end.seq, name];
  }
  for (const { day, incomeCents, lowestCents } of await incomeOf(db, { ...about, from, spans })) {
    const first = movements.findIndex((movement) => movement.day === day);
    movements.splice(first, 0, {
      day,
      amountCents: incomeCents,
      balanceAfterCents: lowestCents,
      isIncome: true,
    });
  }
  return { openingCents: opening.balanceAfterCents, movements };
}

function eachDay(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Entries per query; other requests run between queries. */
const CHUNK = 500;

type Days = { day: string; after: number; upTo: number };

/** What is moved in from the external account is income as far as others have paid into that since the period began. */
async function incomeOf(db: Reader, { from, spans, ...about }: Reading & { from: string; spans: Days[] }) {
  const sums: (Pick<Days, 'day'> & Sums)[] = [];
  for (const { day, ...places } of spans)
    sums.push({ day, ...(await spanSums(db, { ...about, ...places })) });
  if (sums.every(({ movedCents }) => movedCents === 0)) return sums;
  const begins = [from, ...spans.slice(1).map(({ day }) => day)];
  const outside = await paidOutside(db, about, begins);
  let unmovedCents = 0;
  return sums.map((sum, index) => {
    unmovedCents += outside[index] ?? 0;
    const earnedCents = Math.min(sum.movedCents, unmovedCents);
    unmovedCents -= earnedCents;
    return { ...sum, incomeCents: sum.incomeCents + earnedCents };
  });
}

/** What others paid into the external account from each of these days to the next, and from the last to today. */
async function paidOutside(
  db: Reader,
  { userId, today, onEntries, turn }: Omit<Reading, 'accountId'>,
  begins: string[],
) {
  const external = await firstAccount(db, userId, 'external');
  if (!external) return [];
  const moments = [...begins, addDays(today, 1)].map((day) => bankMidnight(day));
  const [opening = BEFORE_FIRST, ...ends] = await lastBeforeEach(db, external.id, moments);
  await onEntries((ends.at(-1)?.seq ?? 0) - opening.seq);
  const paid: number[] = [];
  let after = opening.seq;
  for (const { seq: upTo } of ends) {
    paid.push((await spanSums(db, { accountId: external.id, userId, turn, after, upTo })).incomeCents);
    after = upTo;
  }
  return paid;
}

type Span = Pick<Reading, 'accountId' | 'userId' | 'turn'> & { after: number; upTo: number };
/** `movedCents`: from the customer's other account of those two, by way of the provider. */
type Sums = { incomeCents: number; movedCents: number; lowestCents: number };

async function spanSums(db: Reader, { after, upTo, turn, ...whose }: Span): Promise<Sums> {
  const whole: Sums = { incomeCents: 0, movedCents: 0, lowestCents: Number.POSITIVE_INFINITY };
  for await (const bounds of ranges({ from: after, upTo }, CHUNK)) {
    const part = await turn(() => sumsOf(db, { ...whose, ...bounds }));
    whole.incomeCents += part.incomeCents;
    whole.movedCents += part.movedCents;
    whole.lowestCents = Math.min(whole.lowestCents, part.lowestCents);
  }
  return whole;
}

/** From `after` (excluded) to `upTo` (included); the customer's own transfers are not income, nor what came back or was given back. */
async function sumsOf(db: Reader, { accountId, userId, after, upTo }: Omit<Span, 'turn'>): Promise<Sums> {
  const { accounts, entries, incomingPayments: incoming, transactions } = db.tables;
  const isFrom = (whose: SQL) => sql`exists (
    select 1 from ${entries} as other inner join ${accounts} as held on held.id = other.account_id
    where other.transaction_id = ${entries.transactionId} and other.account_id <> ${entries.accountId} and ${whose})`;
  const isOwn = isFrom(
    sql`held.user_id = ${userId} and held.account_type in ('checking', 'savings', 'investment')`,
  );
  // Only moves arrive from there, and what is given back.
  const isMoved = isFrom(sql`held.bank_account = 'provider_clearing'`);
  const isReversed = sql`exists (select 1 from ${transactions} as undone where undone.reverses_id = ${transactions.id})`;
  const isPaidIn = and(
    gt(entries.amountCents, 0),
    notInArray(transactions.type, NOT_INCOME),
    sql`not ${isReversed}`,
    sql`${incoming.isReturn} is not true`,
  );
  const sumIf = (condition: SQL | undefined, cents = sql`${entries.amountCents}`) =>
    sql`coalesce(sum(case when ${condition} then ${cents} else 0 end), 0)`.mapWith(Number);
  const keptCents = sql`${entries.amountCents} - ${givenBackCents(db)}`;
  const [sums] = await db
    .select({
      incomeCents: sumIf(and(isPaidIn, sql`not ${isOwn}`, sql`not ${isMoved}`), keptCents),
      movedCents: sumIf(and(isPaidIn, isMoved)),
      lowestCents: sql`coalesce(min(${entries.balanceAfterCents}), 0)`.mapWith(Number),
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .leftJoin(incoming, eq(incoming.transactionId, transactions.id))
    .where(and(eq(entries.accountId, accountId), gt(entries.seq, after), lte(entries.seq, upTo)));
  return sums ?? { incomeCents: 0, movedCents: 0, lowestCents: 0 };
}

/** Of a received PIX, to whoever paid it. */
function givenBackCents({ tables: { incomingPayments: incoming, paymentOrders: orders } }: Reader): SQL {
  const isStanding = inArray(orders.status, [...STANDING]);
  return sql`coalesce((select sum(${orders.amountCents}) from ${orders}
    where ${orders.incomingId} = ${incoming.providerId} and ${isStanding}), 0)`;
}

async function creditHistory(db: Reader, userId: string, today: string): Promise<CreditHistory> {
  const { contacts, creditProposals: proposals, instalments } = db.tables;
  const since = addMonths(today, -HISTORY_MONTHS);
  const owed = await db
    .select({ dueOn: instalments.dueOn, paidOn: instalments.paidOn })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .where(and(eq(proposals.userId, userId), isNotNull(proposals.paidOutOn)));
  const collections = await db
    .select({ isResolved: contacts.isResolved, contactedAt: contacts.contactedAt })
    .from(contacts)
    .where(and(eq(contacts.clientId, userId), inArray(contacts.contactType, ['cobranca'])));
  const finishedOperations = await db.$count(
    proposals,
    and(eq(proposals.userId, userId), isNotNull(proposals.finishedAt)),
  );
  const latest = owed.filter(({ paidOn }) => (paidOn ?? today) >= since);
  const unpaid = owed.filter(({ paidOn }) => paidOn === null);
  return {
    dueInstalments: owed.filter(({ dueOn }) => dueOn <= today).length,
    worstDaysLate24m: Math.max(0, ...latest.map(({ dueOn, paidOn }) => daysLate(dueOn, paidOn ?? today))),
    currentOverdueDays: Math.max(0, ...unpaid.map(({ dueOn }) => daysLate(dueOn, today))),
    openCollections: collections.filter(({ isResolved }) => !isResolved).length,
    resolvedCollections24m: collections.filter(
      ({ isResolved, contactedAt }) => isResolved && bankDate(contactedAt) >= since,
    ).length,
    finishedOperations,
  };
}
