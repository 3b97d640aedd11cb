import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';

/** Notes that e-mail or telephone changed: payments of the next 72 hours are judged with it. `at`: real time. */
export async function noteContactChange(tx: Tx, userId: string, at: Date): Promise<void> {
  const { protections } = tx.tables;
  await tx.insert(protections).values({ userId }).onConflictDoNothing();
  await tx.update(protections).set({ contactChangedAt: at }).where(eq(protections.userId, userId));
}
