import { refuse } from '#domain/refusal';
import { requireFreshProof, requireProofSinceSignIn } from '#server/access/fresh-proof';
import { rulesHoldFor } from '#server/auth/rules-hold';
import type { SignedInContext } from '#server/kernel/context';

/**
 * For changes that decide where money goes; `isFinal`: that nobody can take back, for which the sign-in's own proof is not enough. Where the
 * rules hold, refuses TOKEN_NOT_ALLOWED and, without a fresh proof, REAUTHENTICATE.
 */
export async function requireProofUnderRules(
  ctx: SignedInContext,
  { isFinal = false }: { isFinal?: boolean } = {},
): Promise<void> {
  const { db, user, session } = ctx;
  if (!(await rulesHoldFor(db, ctx, user.id))) return;
  if (!session) refuse('TOKEN_NOT_ALLOWED');
  await requireFreshProof({ ...ctx, session });
  if (isFinal) await requireProofSinceSignIn(db, { ...ctx, session });
}
