import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { parseAccountNumber } from '#domain/account/number';

/** No `limit`: SQLite would plan the statement again for each other limit, at five times the cost. */
const held = (on: Reader, { accounts, users }: Tables) =>
  on
    .select({
      ...columnsOf(accounts, 'id', 'accountNumber', 'isActive'),
      userId: users.id,
      isHolderActive: users.isActive,
      ...columnsOf(users, 'fullName', 'cpf', 'cnpj', 'email'),
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId));

export type HeldAccount = Awaited<ReturnType<typeof held>>[number];

/** Null if no checking or savings account has this number. */
export async function findDestination(on: Reader, accountNumber: string): Promise<HeldAccount | null> {
  const number = parseAccountNumber(accountNumber);
  if (!number) return null;
  const rows = await on
    .prepared('account.destination', (reader, tables) => {
      const { accountNumber, accountType } = tables.accounts;
      const isNamed = eq(accountNumber, sql.placeholder('number'));
      return held(reader, tables).where(and(isNamed, inArray(accountType, ['checking', 'savings'])));
    })
    .execute({ number });
  return rows[0] ?? null;
}

/** Null if the user has none, like an administrator. */
export async function findChecking(on: Reader, userId: string): Promise<HeldAccount | null> {
  const rows = await on
    .prepared('account.checking', (reader, tables) => {
      const { accountType, createdAt, userId: holder } = tables.accounts;
      const isOwn = and(eq(holder, sql.placeholder('userId')), eq(accountType, 'checking'));
      return held(reader, tables).where(isOwn).orderBy(asc(createdAt));
    })
    .execute({ userId });
  return rows[0] ?? null;
}
