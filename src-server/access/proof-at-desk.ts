import { Refusal, refuse } from '#domain/refusal';
import { requireFreshProof } from '#server/access/fresh-proof';
import type { SignedInContext } from '#server/kernel/context';

/**
 * In production, what an administrator does with much money asks that password and second factor were given within the last
 * 10 minutes; no access token gives them. Refuses TOKEN_NOT_ALLOWED, REAUTHENTICATE.
 */
export async function requireProofAtDesk(ctx: SignedInContext): Promise<void> {
  if (!ctx.env.isProduction) return;
  const { session } = ctx;
  if (!session) refuse('TOKEN_NOT_ALLOWED');
  await requireFreshProof({ ...ctx, session });
}

/**
 * The same for what only a transaction knows to be much: asked before it, and refused by calling the answer inside.
 */
export async function proofAtDesk(ctx: SignedInContext): Promise<() => void> {
  try {
    await requireProofAtDesk(ctx);
    return () => {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return () => {
      throw error;
    };
  }
}
