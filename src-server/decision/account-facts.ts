import { type AnyColumn, and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader, Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import { parseAccountNumber } from '#domain/account/number';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import type { BankAccount } from '#domain/ledger/words';
import { anyOf, idList } from '#server/kernel/any-of';
import { balanceAtEndOf } from '#server/ledger/statement';
import { type Fact, locking, type Source } from './decision.ts';

/** A customer's account and its holder, who may change until the commit: only the account is locked. */
export type HeldFact = OpenAccount & {
  userId: string;
  accountNumber: string;
  accountType: string;
  createdAt: Date;
  isHolderActive: boolean;
  fullName: string;
  cpf: string | null;
  cnpj: string | null;
  email: string;
  emailConfirmedAt: Date | null;
  closedAt: Date | null;
};

/** The holder, for a letter. */
export const holderOf = ({ userId: id, fullName, email, emailConfirmedAt, closedAt }: HeldFact) => ({
  id,
  fullName,
  email,
  emailConfirmedAt,
  closedAt,
});

/** The customer's checking account, the oldest if there are several. */
export const checkingOf = (userId: string): Fact<HeldFact> => ({
  source: readAccounts as Source<HeldFact>,
  key: `checking ${userId}`,
});

/** The checking or savings account with this number. */
export const accountNumbered = (accountNumber: string): Fact<HeldFact> => ({
  source: readAccounts as Source<HeldFact>,
  key: `number ${parseAccountNumber(accountNumber) ?? ''}`,
});

/** The customer's account with the money reserved for payments that can be undone. It is read with the checking account. */
export const reserveOf = (userId: string): Fact<OpenAccount> => ({
  source: readAccounts,
  key: `held ${userId}`,
});

/** The customer's investment account. */
export const investmentAccountOf = (userId: string): Fact<OpenAccount> => ({
  source: readAccounts,
  key: `investment ${userId}`,
});

/** The checking or savings account with this id. */
export const depositAccount = (id: string): Fact<HeldFact> => ({
  source: readAccounts as Source<HeldFact>,
  key: `deposit ${id}`,
});

/** Any account, also an external one. */
export const accountWithId = (id: string): Fact<OpenAccount> => ({ source: readAccounts, key: `id ${id}` });

/** One of the bank's own accounts, which a migration creates. */
export const bankAccount = (name: BankAccount): Fact<OpenAccount> => ({
  source: readAccounts,
  key: `bank ${name}`,
});

/** An account's balance at the end of a day of the past, in cents. */
export const balanceAtEnd = (accountId: string, day: string): Fact<number> => ({
  source: readBalances,
  key: `${accountId} ${day}`,
});

const readBalances: Source<number> = async (tx, keys) =>
  new Map(
    await Promise.all(
      keys.map(async (key) => {
        const [accountId = '', day = ''] = key.split(' ');
        return [key, await balanceAtEndOf(tx, accountId, day)] as const;
      }),
    ),
  );

/** Locks the accounts in the order of their ids; other processes wait for one another without a deadlock. */
export const readAccounts: Source<OpenAccount> = locking('accounts', async (tx, keys) => {
  const named = (...kinds: string[]) =>
    idList(
      tx,
      kinds.flatMap((kind) => keys.flatMap((key) => (key.startsWith(kind) ? [key.slice(kind.length)] : []))),
    );
  const asked = {
    userIds: named('checking ', 'held '),
    investors: named('investment '),
    numbers: named('number '),
    ids: named('id ', 'deposit '),
    names: named('bank '),
  };
  // The second statement sees what earlier holders of the locks committed, also an account that one of them opened.
  const [isLocked, rows] = await Promise.all([lockAccounts(tx, asked), readStates(tx, asked)]);
  if (!rows.every(isLocked)) return readAccounts(tx, keys);
  const found = new Map<string, OpenAccount>();
  const since = new Map<string, Date>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const first = since.get(key);
      if (first && first <= row.createdAt) continue;
      since.set(key, row.createdAt);
      found.set(key, row);
    }
  return found;
});

type Row = Awaited<ReturnType<typeof readStates>>[number];

const NAMED_BY_OWNER: readonly string[] = ['checking', 'investment', 'held'];

/** What the account may be asked for by; an external one has a number that nobody may pay to. */
function keysOf({ id, userId, bankAccount, accountNumber, accountType }: Row): string[] {
  const isPayable = accountType === 'checking' || accountType === 'savings';
  return [
    `id ${id}`,
    ...(bankAccount === null ? [] : [`bank ${bankAccount}`]),
    ...(isPayable ? [`number ${accountNumber}`, `deposit ${id}`] : []),
    ...(NAMED_BY_OWNER.includes(accountType) ? [`${accountType} ${userId}`] : []),
  ];
}

type Asked = Record<'userIds' | 'investors' | 'numbers' | 'ids' | 'names', unknown>;

const isAsked = (on: Reader, { accounts }: Tables) =>
  or(
    and(anyOf(on, accounts.userId, 'userIds'), inArray(accounts.accountType, ['checking', 'held'])),
    and(anyOf(on, accounts.userId, 'investors'), eq(accounts.accountType, 'investment')),
    and(anyOf(on, accounts.accountNumber, 'numbers'), inArray(accounts.accountType, ['checking', 'savings'])),
    anyOf(on, accounts.id, 'ids'),
    anyOf(on, accounts.bankAccount, 'names'),
  );

/** Whether an account was locked. SQLite has a single writer. */
async function lockAccounts(tx: Tx, asked: Asked): Promise<(account: { id: string }) => boolean> {
  if (tx.engine === 'sqlite') return () => true;
  const locked = await tx
    .prepared('decision.lockAccounts', (on, tables) => {
      const { accounts } = tables;
      return forNoKeyUpdate(
        on.select({ id: accounts.id }).from(accounts).where(isAsked(on, tables)).orderBy(asc(accounts.id)),
      );
    })
    .execute(asked);
  const ids = new Set(locked.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

const orZero = (column: AnyColumn) => sql`coalesce(${column}, 0)`.mapWith(Number);

/** The accounts with their holders and last entries. */
const readStates = (tx: Tx, asked: Asked) =>
  tx
    .prepared('decision.accounts', (on, tables) => {
      const { accounts, entries, users } = tables;
      const last = sql`(select max(seq) from entries as own where own.account_id = ${accounts.id})`;
      return on
        .select({
          ...columnsOf(
            accounts,
            'id',
            'accountNumber',
            'accountType',
            'bankAccount',
            'isActive',
            'floorCents',
            'createdAt',
          ),
          userId: users.id,
          isHolderActive: users.isActive,
          ...columnsOf(users, 'fullName', 'cpf', 'cnpj', 'email', 'emailConfirmedAt', 'closedAt'),
          isHolderClosed: sql<boolean>`${users.closedAt} is not null`.mapWith(Boolean),
          seq: orZero(entries.seq),
          balanceCents: orZero(entries.balanceAfterCents),
          creditsCents: orZero(entries.creditsAfterCents),
          lastEntryAt: entries.createdAt,
        })
        .from(accounts)
        .leftJoin(users, eq(users.id, accounts.userId))
        .leftJoin(entries, and(eq(entries.accountId, accounts.id), eq(entries.seq, last)))
        .where(isAsked(on, tables))
        .orderBy(asc(accounts.id));
    })
    .execute(asked);
