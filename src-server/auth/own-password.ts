import { refuse } from '#domain/refusal';
import type { SessionContext } from '#server/kernel/context';
import { acceptGuess, type Counted, type Guess, ownGuess, proofsAt } from './attempts.ts';
import { guessesOf } from './guesses-of.ts';
import { ownRow } from './own-row.ts';
import type { UserRow } from './user-answer.ts';
import { verifyGuess } from './verify-guess.ts';

export const ownPasswordGuess = (ctx: SessionContext): Guess =>
  ownGuess(ctx, {
    account: `own-password:${guessesOf(ctx)}`,
    user: ctx.user.id,
    where: guessesOf(ctx),
    address: proofsAt(ctx.request),
  });

/**
 * Call before the transaction. Wrong passwords count against the session only (`guessesOf`). Refuses INVALID_PASSWORD,
 * TOO_MANY_ATTEMPTS, BUSY.
 */
export async function checkOwnPassword(
  ctx: SessionContext,
  password: string,
): Promise<{ user: UserRow; counted: Counted }> {
  const guess = ownPasswordGuess(ctx);
  const user = await ownRow(ctx.db, ctx.user.id);
  const counted = await verifyGuess(ctx, guess, user.passwordHash, password);
  if (!counted) refuse('INVALID_PASSWORD');
  await ctx.db.transaction((tx) => acceptGuess(tx, ctx, guess));
  return { user, counted };
}
