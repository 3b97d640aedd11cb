import type { Reader } from '#db/db';
import { Refusal } from '#domain/refusal';
import { requireFreshProof, requireProofSinceSignIn } from '#server/access/fresh-proof';
import type { SessionContext } from '#server/kernel/context';
import { rulesHoldFor } from './rules-hold.ts';

type Proving = Pick<SessionContext, 'clock' | 'env' | 'session' | 'user'>;

/**
 * A proof given since the sign-in, of an administrator, and of a customer for whom the rules for money hold: for what would let a thief in for long, or let money
 * out unconfirmed. Refuses REAUTHENTICATE.
 */
export async function requireOwnersProof(db: Reader, ctx: Proving): Promise<void> {
  if (ctx.user.role === 'admin' || (await rulesHoldFor(db, ctx, ctx.user.id)))
    await requireProofSinceSignIn(db, ctx);
}

/** What refuses a change that needs a whole proof and its owner's, to be thrown inside its transaction; null with both. */
export async function missingOwnersProof(ctx: SessionContext): Promise<Refusal | null> {
  try {
    await requireFreshProof(ctx);
    await requireOwnersProof(ctx.db, ctx);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
