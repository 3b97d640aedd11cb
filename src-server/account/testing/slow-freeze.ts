import { eq, sql } from 'drizzle-orm';
import type { TestBank } from '#server/testing/test-bank';

/** On PostgreSQL commits late. `written` resolves after the update, `freezing` after the commit. */
export function freezeSlowly(bank: TestBank, accountId: string) {
  let isWritten = () => {};
  const written = new Promise<void>((resolve) => {
    isWritten = resolve;
  });
  const freezing = bank.db.transaction(async (tx) => {
    const { accounts } = tx.tables;
    await tx.update(accounts).set({ isActive: false }).where(eq(accounts.id, accountId));
    isWritten();
    if (tx.engine === 'postgres') await tx.select({ slept: sql`pg_sleep(0.4)` }).from(accounts).limit(1);
  });
  return { written, freezing };
}
