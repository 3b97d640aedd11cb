import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { type Renewal, renewSession } from './session.ts';

/**
 * Ends the open sessions of a user from this commit on; answers how many. The one that is spared goes on under another token:
 * whoever holds a copy of its cookie is one of those whom this is to end. The user's row must be locked, so that two that
 * end each other do not wait for each other. Refuses UNAUTHENTICATED when the spared one has ended.
 */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  { except }: { except?: Renewal | null } = {},
): Promise<number> {
  const { sessions } = tx.tables;
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except.session.id) : undefined))
    .returning({ id: sessions.id });
  if (except) await renewSession(tx, except);
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
 * Ends everything that an old password, e-mail or second factor, or access since taken away, still opens: sessions (but
 * `except`, which gets another token), access tokens, sign-ins that wait for their code, links to a new password. `at` is
 * real time. Answers how many sessions and tokens ended. Refuses UNAUTHENTICATED when the spared session has ended.
 */
export async function endAllAccess(
  tx: Tx,
  userId: string,
  { at, except }: { at: Date; except?: Renewal | null },
): Promise<{ sessions: number; tokens: number }> {
  const { loginChallenges, passwordResets } = tx.tables;
  // First the sign-ins that wait: one that is just being completed has its session ended below.
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
  const sessions = await endAllSessions(tx, userId, { except: except ?? null });
  const tokens = await revokeAllTokens(tx, userId, at);
  await tx
    .update(passwordResets)
    .set({ usedAt: at })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
  return { sessions, tokens };
}
