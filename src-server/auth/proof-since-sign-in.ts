import type { Reader } from '#db/db';
import { Refusal, refuse } from '#domain/refusal';
import { missingFreshProof } from '#server/access/fresh-proof';
import { hasTwoFactor } from '#server/access/required-two-factor';
import type { SessionContext } from '#server/kernel/context';
import { rulesHoldFor } from './rules-hold.ts';

type Proving = Pick<SessionContext, 'clock' | 'env' | 'session' | 'user'>;

/**
 * Password and second factor must have been given after the sign-in, whose own proof is also that of whoever copied the cookie since;
 * a factor alone may be one that the thief turned on. Refuses REAUTHENTICATE.
 */
export async function requireProofSinceSignIn(
  db: Reader,
  { clock, session, user }: Pick<Proving, 'clock' | 'session' | 'user'>,
): Promise<void> {
  const { passwordProvenAt, factorProvenAt, createdAt } = session;
  const isSince = (provenAt: Date | null) => provenAt !== null && provenAt > createdAt;
  if (!isSince(passwordProvenAt)) refuse('REAUTHENTICATE');
  if (!isSince(factorProvenAt) && (await hasTwoFactor(db, user.id, clock.real()))) refuse('REAUTHENTICATE');
}

/**
 * The same of an administrator, and of a customer for whom the rules for money hold: for what would let a thief in for long, or let money
 * out unconfirmed. Refuses REAUTHENTICATE.
 */
export async function requireOwnersProof(db: Reader, ctx: Proving): Promise<void> {
  if (ctx.user.role === 'admin' || (await rulesHoldFor(db, ctx, ctx.user.id)))
    await requireProofSinceSignIn(db, ctx);
}

/** What refuses a change that needs a whole proof and its owner's, to be thrown inside its transaction; null with both. */
export async function missingOwnersProof(ctx: SessionContext): Promise<Refusal | null> {
  const missing = await missingFreshProof(ctx);
  if (missing) return missing;
  try {
    await requireOwnersProof(ctx.db, ctx);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
