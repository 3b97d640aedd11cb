import { eq, gte, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { BankAccount } from '#domain/ledger/words';
import { idsOf } from '#server/kernel/id';

/** The id of one of the bank's own accounts, which a migration creates. Throws if it is missing. */
export async function bankAccountId(on: Reader, name: BankAccount): Promise<string> {
  const [row] = await on
    .prepared('ledger.bankAccount', (reader, { accounts }) =>
      reader
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(accounts.bankAccount, sql.placeholder('name'))),
    )
    .execute({ name });
  if (!row) throw new Error(`bank account ${name} not found`);
  return row.id;
}

/** The ids of all of the bank's own accounts. */
export async function bankAccountIds(on: Reader): Promise<string[]> {
  const { accounts } = on.tables;
  // A range: with `is not null` SQLite reads every account.
  const own = await on.select({ id: accounts.id }).from(accounts).where(gte(accounts.bankAccount, ''));
  return idsOf(own);
}
