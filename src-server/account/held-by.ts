import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { AccountType } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';

export type HeldBy = {
  id: string;
  accountNumber: string;
  holder: { id: string; fullName: string; email: string; closedAt: Date | null };
};

/** Refuses NOT_FOUND, also for accounts of other types. */
export async function accountHeldBy(tx: Tx, id: string, types: readonly AccountType[]): Promise<HeldBy> {
  const { accounts, users } = tx.tables;
  const [account] = await tx
    .select({
      id: accounts.id,
      accountNumber: accounts.accountNumber,
      holder: { id: users.id, fullName: users.fullName, email: users.email, closedAt: users.closedAt },
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.id, id), inArray(accounts.accountType, [...types])));
  return account ?? refuse('NOT_FOUND');
}
