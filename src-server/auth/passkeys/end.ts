import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';

/** Ends all of a user's passkeys, which sign nothing from then on. `at` is real time. Returns how many there were. */
export async function endPasskeys(tx: Tx, userId: string, at: Date): Promise<number> {
  const { passkeys } = tx.tables;
  const ended = await tx
    .update(passkeys)
    .set({ endedAt: at })
    .where(and(eq(passkeys.userId, userId), isNull(passkeys.endedAt)))
    .returning({ id: passkeys.id });
  return ended.length;
}
