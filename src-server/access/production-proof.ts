import { refuse } from '#domain/refusal';
import { requireFreshProof, requireProofSinceSignIn } from '#server/access/fresh-proof';
import type { SignedInContext } from '#server/kernel/context';

/**
 * In production, large amounts and access changes need a proof that is fresh and given since the sign-in. Refuses TOKEN_NOT_ALLOWED,
 * REAUTHENTICATE.
 */
export async function requireProductionProof(ctx: SignedInContext): Promise<void> {
  if (!ctx.env.isProduction) return;
  const { session } = ctx;
  if (!session) refuse('TOKEN_NOT_ALLOWED');
  await requireFreshProof({ ...ctx, session });
  await requireProofSinceSignIn(ctx.db, { ...ctx, session });
}
