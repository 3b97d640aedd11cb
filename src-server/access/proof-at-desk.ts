import { Refusal, refuse } from '#domain/refusal';
import { requireFreshProof } from '#server/access/fresh-proof';
import type { SignedInContext } from '#server/kernel/context';

/** In production, an administrator's large amounts need fresh proof. Refuses TOKEN_NOT_ALLOWED, REAUTHENTICATE. */
export async function requireProofAtDesk(ctx: SignedInContext): Promise<void> {
  if (!ctx.env.isProduction) return;
  const { session } = ctx;
  if (!session) refuse('TOKEN_NOT_ALLOWED');
  await requireFreshProof({ ...ctx, session });
}

/** The same when only a transaction can tell: await before it, call the result inside to refuse. */
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
