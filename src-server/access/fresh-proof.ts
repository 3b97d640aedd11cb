import type { Reader } from '#db/db';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { hasTwoFactor } from '#server/access/required-two-factor';
import type { SessionContext } from '#server/kernel/context';

/** Proof from the last 10 minutes. `whole`: password and second factor (`hasTwoFactor`). `forSome`: whole, for some inputs of the use case. */
export type FreshProof = 'whole' | 'password' | 'forSome';

export async function requireFreshProof(
  ctx: Pick<SessionContext, 'db' | 'clock' | 'user' | 'session'>,
  kind: Exclude<FreshProof, 'forSome'> = 'whole',
): Promise<void> {
  const { passwordProvenAt, factorProvenAt } = ctx.session;
  const nowMs = ctx.clock.real().getTime();
  // A time in the future, from a wrong clock, would otherwise count as fresh until it has passed.
  const isFresh = (at: Date | null) =>
    at !== null && Math.abs(nowMs - at.getTime()) <= FRESH_PROOF_SECONDS * 1000;
  if (!isFresh(passwordProvenAt)) refuse('REAUTHENTICATE');
  if (kind === 'password' || isFresh(factorProvenAt)) return;
  if (await hasTwoFactor(ctx.db, ctx.user.id, ctx.clock.real())) refuse('REAUTHENTICATE');
}

/**
 * Password and second factor must have been given after the sign-in, whose own proof is also that of whoever copied the cookie since;
 * a factor alone may be one that the thief turned on. Refuses REAUTHENTICATE.
 */
export async function requireProofSinceSignIn(
  db: Reader,
  { clock, session, user }: Pick<SessionContext, 'clock' | 'session' | 'user'>,
): Promise<void> {
  const { passwordProvenAt, factorProvenAt, createdAt } = session;
  const isSince = (provenAt: Date | null) => provenAt !== null && provenAt > createdAt;
  if (!isSince(passwordProvenAt)) refuse('REAUTHENTICATE');
  if (!isSince(factorProvenAt) && (await hasTwoFactor(db, user.id, clock.real()))) refuse('REAUTHENTICATE');
}
