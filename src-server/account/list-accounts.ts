import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { type AccountListInput, DEPOSIT_TYPES } from '#domain/admin/lists';
import type { AccountType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { byText, page, sorted } from '#server/kernel/keyset';
import { sumOfBalances } from '#server/ledger/last-balance';
import { balancesOf } from '#server/ledger/statement';
import { accountMatches } from './matches.ts';
import { LISTED, listedType, ownListedAccounts } from './queries.ts';
import type { Account, AccountPage } from './shapes.ts';

/** All of the caller's accounts; for an administrator as `everyAccount`. Never external or bank accounts. */
export async function listAccounts(ctx: SignedInContext, input: AccountListInput): Promise<AccountPage> {
  return ctx.user.role === 'admin' ? everyAccount(ctx, input) : ownAccounts(ctx);
}

async function ownAccounts(ctx: SignedInContext): Promise<AccountPage> {
  const rows = await ownListedAccounts(ctx.db, ctx.user.id);
  const balances = await balancesOf(ctx.db, idsOf(rows));
  const accounts = rows
    .map((row): Account => toAccount({ ...row, userId: ctx.user.id }, balances))
    .sort((one, other) => LISTED.indexOf(one.accountType) - LISTED.indexOf(other.accountType));
  const balanceCents = [...balances.values()].reduce((sum, balance) => sum + balance, 0);
  return {
    accounts,
    nextCursor: null,
    totals: { count: accounts.length, balance: toDecimal(balanceCents) },
  };
}

/** A page of everybody's, for administrators: a search that finds one customer's leaves a `view_user` row. */
export async function everyAccount(ctx: SignedInContext, input: AccountListInput): Promise<AccountPage> {
  const { db } = ctx;
  const { accounts } = db.tables;
  const filter = filterOf(db, input);
  const keys = { accountNumber: byText(accounts.accountNumber, (row: HeldRow) => row.accountNumber) };
  const { rows, nextCursor } = await page(
    (after) => heldAccounts(db).where(and(filter, after)),
    sorted(accounts, keys, input.sort),
    input,
  );
  const totals = await totalsOf(db, filter);
  if (input.q)
    await noteViewOfOne(
      ctx,
      rows.map(({ userId }) => userId),
    );
  return { accounts: await withBalances(db, rows), nextCursor, totals };
}

/** Null if unknown, external or the bank's own. */
export async function heldAccount(db: Reader, id: string): Promise<Account | null> {
  const { accounts } = db.tables;
  const rows = await heldAccounts(db).where(
    and(eq(accounts.id, id), inArray(accounts.accountType, [...LISTED])),
  );
  return (await withBalances(db, rows))[0] ?? null;
}

function heldAccounts(db: Reader) {
  const { accounts, users } = db.tables;
  return db
    .select({
      ...columnsOf(accounts, 'id', 'accountNumber', 'accountType', 'isActive', 'inactiveReason', 'createdAt'),
      userId: users.id,
      holderName: users.fullName,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId));
}

type HeldRow = Awaited<ReturnType<typeof heldAccounts>>[number];

async function withBalances(db: Reader, rows: readonly HeldRow[]): Promise<Account[]> {
  const balances = await balancesOf(db, idsOf(rows));
  return rows.map((row) => ({
    ...toAccount(row, balances),
    inactiveReason: row.inactiveReason,
    holder: { id: row.userId, name: row.holderName },
  }));
}

type AccountRow = Omit<HeldRow, 'holderName' | 'inactiveReason'>;

function toAccount(row: AccountRow, balances: ReadonlyMap<string, number>): Account {
  const { id, userId, accountNumber, accountType, isActive, createdAt } = row;
  return {
    id,
    userId,
    accountNumber,
    accountType: listedType(accountType),
    balance: toDecimal(balances.get(id) ?? 0),
    isActive,
    createdAt: createdAt.toISOString(),
  };
}

function filterOf(db: Reader, { q, type, active }: AccountListInput): SQL | undefined {
  const { accounts } = db.tables;
  return and(
    inArray(accounts.accountType, typesOf(type)),
    active === undefined ? undefined : eq(accounts.isActive, active),
    q === undefined ? undefined : accountMatches(db, q),
  );
}

function typesOf(type: AccountListInput['type']): AccountType[] {
  if (type === undefined) return [...LISTED];
  return type === 'deposits' ? [...DEPOSIT_TYPES] : [type];
}

async function totalsOf(db: Reader, filter: SQL | undefined): Promise<AccountPage['totals']> {
  const { accounts, users } = db.tables;
  const [totals] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      balanceCents: sumOfBalances(db),
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(filter);
  return { count: totals?.count ?? 0, balance: toDecimal(totals?.balanceCents ?? 0) };
}
