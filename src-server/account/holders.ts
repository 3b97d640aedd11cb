import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { parseAccountNumber } from '#domain/account/number';

export type HeldAccount = {
  id: string;
  accountNumber: string;
  isActive: boolean;
  userId: string;
  fullName: string;
  cpf: string | null;
  cnpj: string | null;
  email: string;
};

/** Used without `limit`: SQLite re-plans when another limit is bound, at five times the cost. */
const columns = ({ accounts, users }: Tables) => ({
  id: accounts.id,
  accountNumber: accounts.accountNumber,
  isActive: accounts.isActive,
  userId: users.id,
  fullName: users.fullName,
  cpf: users.cpf,
  cnpj: users.cnpj,
  email: users.email,
});

/** Null unless a checking or savings account. */
export async function findDestination(on: Reader, accountNumber: string): Promise<HeldAccount | null> {
  const number = parseAccountNumber(accountNumber);
  if (!number) return null;
  const rows = await on
    .prepared('account.destination', (reader, tables) =>
      reader
        .select(columns(tables))
        .from(tables.accounts)
        .innerJoin(tables.users, eq(tables.users.id, tables.accounts.userId))
        .where(
          and(
            eq(tables.accounts.accountNumber, sql.placeholder('number')),
            inArray(tables.accounts.accountType, ['checking', 'savings']),
          ),
        ),
    )
    .execute({ number });
  return rows[0] ?? null;
}

/** Null for administrators. */
export async function findChecking(on: Reader, userId: string): Promise<HeldAccount | null> {
  const rows = await on
    .prepared('account.checking', (reader, tables) =>
      reader
        .select(columns(tables))
        .from(tables.accounts)
        .innerJoin(tables.users, eq(tables.users.id, tables.accounts.userId))
        .where(
          and(
            eq(tables.accounts.userId, sql.placeholder('userId')),
            eq(tables.accounts.accountType, 'checking'),
          ),
        )
        .orderBy(asc(tables.accounts.createdAt)),
    )
    .execute({ userId });
  return rows[0] ?? null;
}
