import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { linkHashOf, newLinkToken } from '../link-token.ts';
import { type EndedRequest, endFactorsRequest } from '../lost-factors/factors-end.ts';
import { deleteBackupCodes } from './backup-codes.ts';

export type UndoLink = { token: string; until: Date };

/** Creates a link that turns the factor off again, in the commit that turns it on. Moments are real time. */
export async function openUndoLink(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  userId: string,
): Promise<UndoLink> {
  const token = newLinkToken();
  const createdAt = clock.real();
  const until = secondsAfter(createdAt, TWO_FACTOR_UNDO_SECONDS);
  const row = { id: linkHashOf(token), userId, createdAt, expiresAt: until, usedAt: null };
  await tx.insert(tx.tables.twoFactorUndos).values(row);
  return { token, until };
}

/** Whether the factor was turned on since `moment` (real time). Sees the last 72 hours only: older links are deleted. */
export async function wasTurnedOnSince(
  db: Pick<Reader, '$count' | 'tables'>,
  userId: string,
  moment: Date,
): Promise<boolean> {
  const { twoFactorUndos } = db.tables;
  const since = and(
    eq(twoFactorUndos.userId, userId),
    isNull(twoFactorUndos.usedAt),
    gte(twoFactorUndos.createdAt, moment),
  );
  return (await db.$count(twoFactorUndos, since)) > 0;
}

/** Also ends a request to the bank to end it; returns whether there was one, for the audit row. */
export async function removeFactor(tx: Tx, userId: string): Promise<EndedRequest> {
  const ended = await endFactorsRequest(tx, userId);
  const { twoFactorUndos, users } = tx.tables;
  await tx.update(users).set({ totpSecret: null, totpLastStep: null }).where(eq(users.id, userId));
  await deleteBackupCodes(tx, userId);
  await tx
    .delete(twoFactorUndos)
    .where(and(eq(twoFactorUndos.userId, userId), isNull(twoFactorUndos.usedAt)));
  return ended;
}
