import type { Reader } from '#db/db';
import { refuse } from '#domain/refusal';
import { hasTwoFactor } from '#server/access/required-two-factor';
import type { SessionContext } from '#server/kernel/context';

/**
 * The whole proof must have been given after the sign-in, whose own proof is also that of whoever copied the cookie since. Refuses
 * REAUTHENTICATE.
 */
export async function requireProofSinceSignIn(
  db: Reader,
  { clock, session, user }: Pick<SessionContext, 'clock' | 'session' | 'user'>,
): Promise<void> {
  const { passwordProvenAt, factorProvenAt, createdAt } = session;
  const provenAt = (await hasTwoFactor(db, user.id, clock.real())) ? factorProvenAt : passwordProvenAt;
  if (provenAt === null || provenAt <= createdAt) refuse('REAUTHENTICATE');
}
