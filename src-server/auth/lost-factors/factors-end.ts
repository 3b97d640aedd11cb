import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { frozenSince } from '../freeze/frozen.ts';
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
export async function setFactorsEnd(tx: Tx, userId: string, at: Date): Promise<void> {
  const { protections } = tx.tables;
  await tx.insert(protections).values({ userId }).onConflictDoNothing();
  await tx.update(protections).set({ factorsEndAt: at }).where(eq(protections.userId, userId));
}

/** Ends a request to end them, where there is one. Returns whether there was. The user's row is locked. */
export async function clearFactorsEnd(tx: Tx, userId: string): Promise<boolean> {
  const { protections } = tx.tables;
  const cleared = await tx
    .update(protections)
    .set({ factorsEndAt: null })
    .where(and(eq(protections.userId, userId), isNotNull(protections.factorsEndAt)))
    .returning({ userId: protections.userId });
  return cleared.length > 0;
}

export type EndedRequest = { endedFactorsRequest?: true };

/**
 * For whoever changes the factors that it was about: what the audit row says of it. In a frozen account the factors may be those of whoever it
 * was frozen against: there the bank alone ends its request. The user's row is locked.
 */
export const endFactorsRequest = async (tx: Tx, userId: string): Promise<EndedRequest> =>
  (await frozenSince(tx, userId)) === null && (await clearFactorsEnd(tx, userId))
    ? { endedFactorsRequest: true }
    : {};

/** Whether there is an app or a passkey to end. */
export async function hasFactors(db: Reader, user: Pick<UserRow, 'id' | 'totpSecret'>): Promise<boolean> {
  if (user.totpSecret !== null) return true;
  const { passkeys } = db.tables;
  return (await db.$count(passkeys, and(eq(passkeys.userId, user.id), isNull(passkeys.endedAt)))) > 0;
}
