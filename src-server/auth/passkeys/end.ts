import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';

/** Ends all of a user's passkeys, which sign nothing from then on. `at` is real time. Returns how many there were. */
export const endPasskeys = (tx: Tx, userId: string, at: Date): Promise<number> =>
  endPasskeysSince(tx, userId, at, null);

/** Ends those added after a moment. */
export async function endPasskeysSince(
  tx: Tx,
  userId: string,
  at: Date,
  after: Date | null,
): Promise<number> {
  const { passkeys } = tx.tables;
  const isOpen = and(eq(passkeys.userId, userId), isNull(passkeys.endedAt));
  const ended = await tx
    .update(passkeys)
    .set({ endedAt: at })
    .where(after === null ? isOpen : and(isOpen, gt(passkeys.createdAt, after)))
    .returning({ id: passkeys.id });
  return ended.length;
}
