import { eq, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { BankAccount } from '#domain/ledger/words';

/** The id of one of the bank's own accounts, which the migration makes. Throws when the database has none of that name. */
export async function bankAccountId(on: Reader, name: BankAccount): Promise<string> {
  const [row] = await on
    .prepared('ledger.bankAccount', (reader, { accounts }) =>
      reader
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(accounts.bankAccount, sql.placeholder('name'))),
    )
    .execute({ name });
  if (!row) throw new Error(`the database has no bank account "${name}"`);
  return row.id;
}
