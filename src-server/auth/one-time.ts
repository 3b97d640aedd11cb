import { type AnyColumn, and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Tables } from '#db/schema';
import type { Bank } from '#server/kernel/context';
import { lockedRow } from './own-row.ts';
import type { UserRow } from './user-answer.ts';

/** Whether a link or code is neither used nor expired at `moment` (real time). */
export const isOpenAt = (
  { usedAt, expiresAt }: { usedAt: AnyColumn; expiresAt: AnyColumn },
  moment: Date,
): SQL | undefined => and(isNull(usedAt), gt(expiresAt, moment));

type Codes = Tables['contactCodes'] | Tables['contractCodes'];

/**
 * Counts a try of the newest code that matches `whose`; null if that code is used, expired or has no try left. Call
 * before verifying, so that concurrent tries cannot exceed the limit.
 */
export async function countTry<Table extends Codes>(
  { db, clock }: Pick<Bank, 'db' | 'clock'>,
  codes: Table,
  { whose, tries }: { whose: SQL | undefined; tries: number },
): Promise<Table['$inferSelect'] | null> {
  const now = clock.real();
  return db.transaction(async (tx) => {
    const [last] = await tx
      .select({ id: codes.id })
      .from(codes as Codes)
      .where(whose)
      .orderBy(desc(codes.id))
      .limit(1);
    if (!last) return null;
    const [counted] = await tx
      .update(codes as Codes)
      .set({ attempts: sql`${codes.attempts} + 1` })
      .where(and(eq(codes.id, last.id), isOpenAt(codes, now), lt(codes.attempts, tries)))
      .returning();
    return counted ?? null;
  });
}

type Undos = Tables['emailUndos'] | Tables['twoFactorUndos'];
type Links = Undos | Tables['emailChanges'] | Tables['passwordResets'];

/** Null if the link is used or expired. */
export async function spendLink<Table extends Links>(
  tx: Tx,
  links: Table,
  id: string,
  now: Date,
): Promise<Table['$inferSelect'] | null> {
  const [used] = await tx
    .update(links as Links)
    .set({ usedAt: now })
    .where(and(eq(links.id, id), isOpenAt(links, now)))
    .returning();
  return used ?? null;
}

/** Null if the link is used or expired. Locks the user first: one lock order for two links of one person. */
export async function spendUndoLink<Table extends Undos>(
  tx: Tx,
  undos: Table,
  id: string,
  now: Date,
): Promise<{ user: UserRow; used: Table['$inferSelect'] } | null> {
  const [found] = await tx
    .select({ userId: undos.userId })
    .from(undos as Undos)
    .where(and(eq(undos.id, id), isOpenAt(undos, now)));
  if (!found) return null;
  const user = await lockedRow(tx, found.userId);
  const used = await spendLink(tx, undos, id, now);
  return used && { user, used };
}
