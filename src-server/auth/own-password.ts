import { refuse } from '#domain/refusal';
import type { SessionContext } from '#server/kernel/context';
import { acceptGuess, type Counted, type Guess, rightOf } from './attempts.ts';
import { ownRow } from './own-row.ts';
import type { UserRow } from './user-answer.ts';
import { verifyGuess } from './verify-guess.ts';

/**
 * Asks the signed-in person's password again, before an act that a session left open should not be enough for. Before the
 * transaction, since verifying takes its time. Wrong ones are counted against the session, since opening another takes the
 * password: they delay nobody else. Answers the user's row as it was verified, and the count of it. Refuses INVALID_PASSWORD, TOO_MANY_ATTEMPTS,
 * BUSY.
 */
export async function checkOwnPassword(
  ctx: SessionContext,
  password: string,
): Promise<{ user: UserRow; counted: Counted }> {
  const guess: Guess = {
    account: `own-password:${ctx.session.publicId}`,
    address: null,
    right: rightOf(ctx, ctx.user.id),
  };
  const user = await ownRow(ctx.db, ctx.user.id);
  const counted = await verifyGuess(ctx, guess, user.passwordHash, password);
  if (!counted) refuse('INVALID_PASSWORD');
  await ctx.db.transaction((tx) => acceptGuess(tx, ctx, guess));
  return { user, counted };
}
