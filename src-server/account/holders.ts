import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { parseAccountNumber } from '#domain/account/number';

/** An account of a customer with what is needed to send money from or to it. */
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

/** Without a `limit`: SQLite plans a statement anew each time another one is bound, at five times the cost of these rows. */
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

/**
 * The account a transfer can name, by its number as typed (dash or none), or null. Only checking and savings accounts of
 * customers: investment, external and the bank's own accounts are nobody's destination.
 */
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

/** The customer's checking account; null for an administrator. */
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
