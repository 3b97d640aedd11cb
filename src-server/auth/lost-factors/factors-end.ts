import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { UserRow } from '../user-answer.ts';

/** When the bank ends this customer's second factors (real time); null: nobody has asked for it. */
export async function factorsEndAt(db: Reader, userId: string): Promise<Date | null> {
  const [row] = await db
    .prepared('auth.factorsEndAt', (on, { protections }) =>
      on
        .select({ at: protections.factorsEndAt })
        .from(protections)
        .where(eq(protections.userId, sql.placeholder('userId'))),
    )
    .execute({ userId });
  return row?.at ?? null;
}

/** The user's row is locked, which orders those who ask, keep and end. */
export async function setFactorsEnd(tx: Tx, userId: string, at: Date | null): Promise<void> {
  const { protections } = tx.tables;
  await tx.insert(protections).values({ userId }).onConflictDoNothing();
  await tx.update(protections).set({ factorsEndAt: at }).where(eq(protections.userId, userId));
}

/** Whether there is an app or a passkey to end. */
export async function hasFactors(db: Reader, user: Pick<UserRow, 'id' | 'totpSecret'>): Promise<boolean> {
  if (user.totpSecret !== null) return true;
  const { passkeys } = db.tables;
  return (await db.$count(passkeys, and(eq(passkeys.userId, user.id), isNull(passkeys.endedAt)))) > 0;
}
