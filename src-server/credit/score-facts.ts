import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { addMonths } from '#domain/calendar';
import { type AccountMovement, accountFacts, factsFrom } from '#domain/credit/account-facts';
import { countedIncomeCents } from '#domain/credit/counted-income';
import { daysLate } from '#domain/credit/late';
import type { AccountFacts, CreditHistory, ScoreInput } from '#domain/credit/score';
import { bankDate } from '#domain/date';
import type { TransactionType } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';
import { bankMidnight } from '#server/ledger/bank-day';
import { lastBefore } from '#server/ledger/statement-rows';

/** What the bank knows of a customer who asks for credit. */
export type CustomerFacts = Pick<
  ScoreInput,
  'monthlyIncomeCents' | 'referenceOn' | 'account' | 'history' | 'ratingVb'
> & { isCompany: boolean };

/** Months back in which lateness and collections speak against somebody. */
const HISTORY_MONTHS = 24;

/** Money that comes in like this is not earned: it is lent, given back, or the customer's own. */
const NOT_INCOME = new Set<TransactionType>([
  'reversal',
  'credit_disbursement',
  'investment_redemption',
  'investment_yield',
]);

/** What a customer's ledger, credits and contacts say on a day, as the scorecard reads it. Refuses NOT_FOUND. */
export async function customerFacts(db: Reader, userId: string, today: string): Promise<CustomerFacts> {
  const { users } = db.tables;
  const [user] = await db
    .select({
      cnpj: users.cnpj,
      monthlyIncomeCents: users.monthlyIncomeCents,
      incomeBeforeCents: users.incomeBeforeCents,
      incomeRaisedOn: users.incomeRaisedOn,
      ratingVb: users.ratingVb,
    })
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
    account: await checkingFacts(db, { userId, today, monthlyIncomeCents }),
    history: await creditHistory(db, userId, today),
  };
}

type About = { userId: string; today: string; monthlyIncomeCents: number | null };

async function checkingFacts(
  db: Reader,
  { userId, today, monthlyIncomeCents }: About,
): Promise<AccountFacts | null> {
  const { accounts } = db.tables;
  const [checking] = await db
    .select({ id: accounts.id, createdAt: accounts.createdAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.accountType, 'checking')))
    .orderBy(asc(accounts.createdAt))
    .limit(1);
  if (!checking) return null;
  const before = await lastBefore(db, checking.id, bankMidnight(factsFrom(today)));
  const movements = await movementsAfter(db, { accountId: checking.id, userId, seq: before.seq });
  return accountFacts(movements, {
    today,
    openingCents: before.balanceAfterCents,
    openedOn: bankDate(checking.createdAt),
    monthlyIncomeCents,
  });
}

/** An account's movements after a place in it, oldest first; what came from another account of its holder in the bank is no income. */
async function movementsAfter(
  db: Reader,
  { accountId, userId, seq }: { accountId: string; userId: string; seq: number },
): Promise<AccountMovement[]> {
  const { accounts, entries, transactions } = db.tables;
  const isOwn = sql`exists (
    select 1 from ${entries} as other inner join ${accounts} as held on held.id = other.account_id
    where other.transaction_id = ${entries.transactionId} and other.account_id <> ${entries.accountId}
      and held.user_id = ${userId} and held.account_type in ('checking', 'savings', 'investment'))`;
  const rows = await db
    .select({
      createdAt: entries.createdAt,
      amountCents: entries.amountCents,
      balanceAfterCents: entries.balanceAfterCents,
      type: transactions.type,
      isOwn: sql`case when ${isOwn} then 1 else 0 end`.mapWith(Number),
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .where(and(eq(entries.accountId, accountId), gt(entries.seq, seq)))
    .orderBy(asc(entries.seq));
  return rows.map(({ createdAt, amountCents, balanceAfterCents, type, isOwn }) => ({
    day: bankDate(createdAt),
    amountCents,
    balanceAfterCents,
    isIncome: amountCents > 0 && isOwn === 0 && !NOT_INCOME.has(type),
  }));
}

/** What a customer's credits and the collections of them show up to a day. */
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
