import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';

/** Ends all of a user's passkeys, which sign nothing from then on. `at` is real time. Returns how many there were. */
export const endPasskeys = (tx: Tx, userId: string, at: Date): Promise<number> =>
  endAddedAfter(tx, userId, at, null);

/** Ends those that prove nothing yet. */
export const endNewPasskeys = (tx: Tx, userId: string, at: Date): Promise<number> =>
  endAddedAfter(tx, userId, at, secondsAfter(at, -DEVICE_TRUST_SECONDS));

async function endAddedAfter(tx: Tx, userId: string, at: Date, after: Date | null): Promise<number> {
  const { passkeys } = tx.tables;
  const isOpen = and(eq(passkeys.userId, userId), isNull(passkeys.endedAt));
  const ended = await tx
    .update(passkeys)
    .set({ endedAt: at })
    .where(after === null ? isOpen : and(isOpen, gt(passkeys.createdAt, after)))
    .returning({ id: passkeys.id });
  return ended.length;
}
