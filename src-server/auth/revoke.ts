import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';

/** Ends the open sessions of a user, all but `except` (a session's id); answers how many. From this commit on. */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const { sessions } = tx.tables;
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === undefined ? undefined : ne(sessions.id, except)))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Revokes the access tokens of a user at a moment of real time; answers how many were open. */
export async function revokeAllTokens(tx: Tx, userId: string, at: Date): Promise<number> {
  const { accessTokens } = tx.tables;
  const revoked = await tx
    .update(accessTokens)
    .set({ revokedAt: at })
    .where(and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt)))
    .returning({ id: accessTokens.id });
  return revoked.length;
}

/**
 * Ends everything that an old password, e-mail or second factor, or access since taken away, still opens: sessions (but `except`), access tokens,
 * sign-ins that wait for their code, links to a new password. `at` is real time. Answers how many sessions and tokens ended.
 */
export async function endAllAccess(
  tx: Tx,
  userId: string,
  { at, except }: { at: Date; except?: string },
): Promise<{ sessions: number; tokens: number }> {
  const { loginChallenges, passwordResets } = tx.tables;
  // First the sign-ins that wait: one that is just being completed has its session ended below.
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
  const sessions = await endAllSessions(tx, userId, except === undefined ? {} : { except });
  const tokens = await revokeAllTokens(tx, userId, at);
  await tx
    .update(passwordResets)
    .set({ usedAt: at })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
  return { sessions, tokens };
}
