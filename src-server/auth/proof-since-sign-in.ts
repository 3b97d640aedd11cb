import { eq } from 'drizzle-orm';
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
  const { sessions } = db.tables;
  const [row] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, session.id));
  if (!row) refuse('UNAUTHENTICATED');
  const needsFactor = await hasTwoFactor(db, user.id, clock.real());
  refuseSignInsProof(needsFactor ? session.factorProvenAt : session.passwordProvenAt, row.createdAt);
}

export function refuseSignInsProof(provenAt: Date | null, signedInAt: Date): void {
  if (provenAt === null || provenAt <= signedInAt) refuse('REAUTHENTICATE');
}
