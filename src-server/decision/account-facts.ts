import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader, Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import { parseAccountNumber } from '#domain/account/number';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import { anyOf, idList } from '#server/ledger/any-of';
import type { Fact } from './decision.ts';

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
};

/** The customer's checking account, the oldest if there are several. */
export const checkingOf = (userId: string): Fact<HeldFact> => ({
  source: readAccounts,
  key: `checking ${userId}`,
});

/** The checking or savings account with this number. */
export const accountNumbered = (accountNumber: string): Fact<HeldFact> => ({
  source: readAccounts,
  key: `number ${parseAccountNumber(accountNumber) ?? ''}`,
});

/** Locks the accounts in the order of their ids; other processes wait for one another without a deadlock. */
export async function readAccounts(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, HeldFact>> {
  const named = (kind: string) =>
    keys.flatMap((key) => (key.startsWith(kind) ? [key.slice(kind.length)] : []));
  const asked = { userIds: idList(tx, named('checking ')), numbers: idList(tx, named('number ')) };
  // The second statement sees what earlier holders of the locks committed.
  const [rows, ends] = await Promise.all([lockedAccounts(tx, asked), lastEntries(tx, asked)]);
  const endOf = new Map(ends.map((end) => [end.accountId, end]));
  const found = new Map<string, HeldFact>();
  for (const row of rows) {
    const { seq = 0, balanceCents = 0, creditsCents = 0, lastEntryAt = null } = endOf.get(row.id) ?? {};
    const account = {
      ...row,
      isHolderClosed: row.closedAt !== null,
      seq,
      balanceCents,
      creditsCents,
      lastEntryAt,
    };
    found.set(`number ${row.accountNumber}`, account);
    const first = found.get(`checking ${row.userId}`);
    if (row.accountType === 'checking' && !(first && first.createdAt <= row.createdAt))
      found.set(`checking ${row.userId}`, account);
  }
  return found;
}

type Asked = { userIds: unknown; numbers: unknown };

const isAsked = (on: Reader, { accounts }: Tables) =>
  or(
    and(anyOf(on, accounts.userId, 'userIds'), eq(accounts.accountType, 'checking')),
    and(anyOf(on, accounts.accountNumber, 'numbers'), inArray(accounts.accountType, ['checking', 'savings'])),
  );

const lockedAccounts = (tx: Tx, asked: Asked) =>
  tx
    .prepared('decision.accounts', (on, tables) => {
      const { accounts, users } = tables;
      return forNoKeyUpdate(
        on
          .select({
            ...columnsOf(
              accounts,
              'id',
              'accountNumber',
              'accountType',
              'isActive',
              'floorCents',
              'createdAt',
            ),
            userId: users.id,
            isHolderActive: users.isActive,
            ...columnsOf(users, 'fullName', 'cpf', 'cnpj', 'email', 'emailConfirmedAt', 'closedAt'),
          })
          .from(accounts)
          .innerJoin(users, eq(users.id, accounts.userId))
          .where(isAsked(on, tables))
          .orderBy(asc(accounts.id)),
        accounts,
      );
    })
    .execute(asked);

const lastEntries = (tx: Tx, asked: Asked) =>
  tx
    .prepared('decision.lastEntries', (on, tables) => {
      const { accounts, entries } = tables;
      const last = sql`(select max(seq) from entries as own where own.account_id = ${accounts.id})`;
      return on
        .select({
          accountId: entries.accountId,
          seq: entries.seq,
          balanceCents: entries.balanceAfterCents,
          creditsCents: entries.creditsAfterCents,
          lastEntryAt: entries.createdAt,
        })
        .from(accounts)
        .innerJoin(entries, and(eq(entries.accountId, accounts.id), eq(entries.seq, last)))
        .where(isAsked(on, tables));
    })
    .execute(asked);
