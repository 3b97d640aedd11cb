import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';

/** Links to freeze that were sent until now become void, so that each works once. */
export async function voidFreezeLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  const { protections } = tx.tables;
  const freezeLinksFrom = new Date(at.getTime() + 1);
  await tx.update(protections).set({ freezeLinksFrom }).where(eq(protections.userId, userId));
}
