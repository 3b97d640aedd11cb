import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';

/** From when the bank may free this customer's document (real time); null: nobody has asked for it. */
export async function documentFreeFrom(db: Reader, userId: string): Promise<Date | null> {
  const [row] = await db
    .prepared('auth.documentFreeFrom', (on, { protections }) =>
      on
        .select({ from: protections.documentFreeFrom })
        .from(protections)
        .where(eq(protections.userId, sql.placeholder('userId'))),
    )
    .execute({ userId });
  return row?.from ?? null;
}

/** The user's row is locked, which orders those who ask, keep, free and activate. */
export async function setDocumentFreeFrom(tx: Tx, userId: string, from: Date): Promise<void> {
  const { protections } = tx.tables;
  await tx.insert(protections).values({ userId }).onConflictDoNothing();
  await tx.update(protections).set({ documentFreeFrom: from }).where(eq(protections.userId, userId));
}

/** Ends a request to free it, where there is one. Returns whether there was. The user's row is locked. */
export async function clearDocumentFree(tx: Tx, userId: string): Promise<boolean> {
  const { protections } = tx.tables;
  const cleared = await tx
    .update(protections)
    .set({ documentFreeFrom: null })
    .where(and(eq(protections.userId, userId), isNotNull(protections.documentFreeFrom)))
    .returning({ userId: protections.userId });
  return cleared.length > 0;
}
