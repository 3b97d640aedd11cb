import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { LookupInput } from '#domain/account/lookup';
import type { MonthSummaryInput, StatementInput } from '#domain/account/statement';
import { bankDate } from '#domain/date';
import type { AccountType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt } from '#server/auth/attempts';
import { countingEntries } from '#server/auth/count-entries';
import type { SignedInContext } from '#server/kernel/context';
import { turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { monthFlow } from '#server/ledger/month-flow';
import { balancesAtEndsOf, entriesPage, isSearch } from '#server/ledger/statement';
import { findDestination } from './holders.ts';
import {
  type Account,
  type Holder,
  type MonthSummary,
  type StatementAnswer,
  toMovement,
  toParty,
} from './shapes.ts';

export const LISTED = ['checking', 'savings', 'investment'] as const;

/** Oldest first. */
export const ownListedAccounts = (on: Reader, userId: string) =>
  on
    .prepared('account.list', (reader, { accounts }) =>
      reader
        .select(columnsOf(accounts, 'id', 'accountNumber', 'accountType', 'isActive', 'createdAt'))
        .from(accounts)
        .where(
          and(eq(accounts.userId, sql.placeholder('userId')), inArray(accounts.accountType, [...LISTED])),
        )
        .orderBy(asc(accounts.createdAt), asc(accounts.id)),
    )
    .execute({ userId });

export function listedType(accountType: AccountType): Account['accountType'] {
  if (accountType === 'external' || accountType === 'held' || accountType === 'bank') {
    throw new Error(`accounts of type ${accountType} are not listed`);
  }
  return accountType;
}

export type OwnAccount = {
  id: string;
  accountNumber: string;
  accountType: Account['accountType'];
  createdAt: Date;
};

/** All accounts that a statement may cover, with the external account. */
export type StatementAccount = Pick<OwnAccount, 'id' | 'accountNumber' | 'createdAt'> & {
  accountType: Exclude<AccountType, 'bank'>;
};

/** With the external account; oldest first. */
export async function allOwnAccounts(on: Reader, userId: string): Promise<StatementAccount[]> {
  const rows = await on
    .prepared('account.allOwn', (reader, { accounts }) =>
      reader
        .select(columnsOf(accounts, 'id', 'accountNumber', 'accountType', 'createdAt'))
        .from(accounts)
        .where(eq(accounts.userId, sql.placeholder('userId')))
        .orderBy(asc(accounts.createdAt), asc(accounts.id)),
    )
    .execute({ userId });
  return rows.map(({ accountType, ...row }) => {
    if (accountType === 'bank') throw new Error(`account ${row.id} of user ${userId} is the bank’s own`);
    return { ...row, accountType };
  });
}

async function ownAccounts(on: Reader, userId: string): Promise<OwnAccount[]> {
  const rows = await ownListedAccounts(on, userId);
  return rows.map((row) => ({ ...row, accountType: listedType(row.accountType) }));
}

/** Pages of one user, and of one network, are read one at a time. Refuses NOT_FOUND, TOO_MANY_ATTEMPTS (filtered pages). */
export async function statement(ctx: SignedInContext, input: StatementInput): Promise<StatementAnswer> {
  if (isSearch(input)) await countAttempt(ctx, 'statementSearch', nameOfCaller(ctx));
  return turnOfReader(ctx)(() => turnOfNetwork(ctx)(() => readPage(ctx, input)));
}

async function readPage(
  ctx: SignedInContext,
  { account, accountId, withDayBalances, ...filters }: StatementInput,
): Promise<StatementAnswer> {
  const accountIds = (await statementAccounts(ctx, { account, accountId })).map(({ id }) => id);
  const isEveryAccount = account === 'all';
  const { entries, nextCursor } = await entriesPage(ctx.db, { ...filters, accountIds, isEveryAccount });
  if (!withDayBalances) return { nextCursor, entries: entries.map(toMovement) };
  const days = [...new Set(entries.map((entry) => bankDate(entry.createdAt)))];
  const balances = await balancesAtEndsOf(ctx.db, accountIds, days);
  const dayBalances = days.map((day) => ({ day, balance: toDecimal(balances.get(day) ?? 0) }));
  return { nextCursor, entries: entries.map(toMovement), dayBalances };
}

/** Without `account` all but the external account; `accountId` names one of them. Refuses NOT_FOUND. */
export async function statementAccounts(
  ctx: SignedInContext,
  { account, accountId }: Pick<StatementInput, 'account' | 'accountId'>,
): Promise<StatementAccount[]> {
  const own = account
    ? (await allOwnAccounts(ctx.db, ctx.user.id)).filter(
        ({ accountType }) => account === 'all' || accountType === account,
      )
    : await ownAccounts(ctx.db, ctx.user.id);
  if (!accountId) return own;
  const asked = own.filter(({ id }) => id === accountId);
  if (asked.length === 0) refuse('NOT_FOUND');
  return asked;
}

/** Refuses DESTINATION_NOT_FOUND, DESTINATION_INACTIVE, TOO_MANY_ATTEMPTS (prevents enumeration). */
export async function lookupHolder(ctx: SignedInContext, input: LookupInput): Promise<Holder> {
  await countAttempt(ctx, 'lookup', nameOfCaller(ctx));
  const account = await findDestination(ctx.db, input.accountNumber);
  if (!account) refuse('DESTINATION_NOT_FOUND');
  if (!account.isActive || !account.isHolderActive) refuse('DESTINATION_INACTIVE');
  return { ...toParty(account), accountNumber: account.accountNumber };
}

/**
 * Over all accounts of the customer, so that money between them counts as neither income nor expense. Those of one user are made one at a
 * time. Refuses TOO_MANY_ATTEMPTS (many entries that count as neither).
 */
export const monthSummary = (ctx: SignedInContext, input: MonthSummaryInput): Promise<MonthSummary> =>
  turnOfReader(ctx)(() => summaryOf(ctx, input));

/** For a user whose turn it is. */
export async function summaryOf(ctx: SignedInContext, input: MonthSummaryInput): Promise<MonthSummary> {
  const month = input.month ?? ctx.clock.today().slice(0, 7);
  const own = await allOwnAccounts(ctx.db, ctx.user.id);
  const flow = await monthFlow(
    ctx.db,
    own.map(({ id }) => id),
    month,
    { onEntries: countingEntries(ctx, 'monthReview', nameOfCaller(ctx)), turn: turnOfNetwork(ctx) },
  );
  return {
    month,
    opening: toDecimal(flow.openingCents),
    income: toDecimal(flow.incomeCents),
    expense: toDecimal(flow.expenseCents),
    net: toDecimal(flow.incomeCents - flow.expenseCents),
    neutral: toDecimal(flow.neutralCents),
    closing: toDecimal(flow.closingCents),
  };
}
