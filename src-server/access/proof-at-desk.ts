import type { Tx } from '#db/db';
import { REAUTHENTICATE_ABOVE_CENTS } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import { requireFreshProof } from '#server/access/fresh-proof';
import { sumInWindow } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';

/** In production, what moves much at the desk needs fresh proof. Refuses TOKEN_NOT_ALLOWED, REAUTHENTICATE. */
export async function requireProofAtDesk(ctx: SignedInContext): Promise<void> {
  if (!ctx.env.isProduction) return;
  const { session } = ctx;
  if (!session) refuse('TOKEN_NOT_ALLOWED');
  await requireFreshProof({ ...ctx, session });
}

/**
 * The same for amounts, which add up over 24 hours: await it before the transaction, call the result inside, after
 * the accounts are locked.
 */
export async function proofOfAmounts(
  ctx: SignedInContext,
  kind: 'adjusted' | 'reversed' | 'approved',
): Promise<(tx: Tx, amountCents: number) => Promise<void>> {
  const missing = await missingProof(ctx);
  return async (tx, amountCents) => {
    if (!ctx.env.isProduction) return;
    const sumCents = await sumInWindow(tx, ctx, kind, ctx.user.id, Math.abs(amountCents));
    if (missing && sumCents > REAUTHENTICATE_ABOVE_CENTS) throw missing;
  };
}

async function missingProof(ctx: SignedInContext): Promise<Refusal | null> {
  try {
    await requireProofAtDesk(ctx);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
