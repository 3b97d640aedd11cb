import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { hasTwoFactor } from '#server/access/required-two-factor';
import type { SessionContext } from '#server/kernel/context';

/**
 * What a procedure asks of its session beyond being open: that the password and, of who has one, the second factor were
 * given within the last 10 minutes ('whole'); the password alone, where the call brings the factor itself ('password'); or
 * whole, for some of what may be sent ('forSome': the use case asks).
 */
export type FreshProof = 'whole' | 'password' | 'forSome';

/** Refuses REAUTHENTICATE when what proves that the person themselves is there was given too long ago, or never. */
export async function requireFreshProof(
  ctx: Pick<SessionContext, 'db' | 'clock' | 'user' | 'session'>,
  kind: Exclude<FreshProof, 'forSome'> = 'whole',
): Promise<void> {
  const { passwordProvenAt, factorProvenAt } = ctx.session;
  const nowMs = ctx.clock.real().getTime();
  // One given in the future was given while the machine's clock was wrong: it would be fresh until then.
  const isFresh = (at: Date | null) =>
    at !== null && Math.abs(nowMs - at.getTime()) <= FRESH_PROOF_SECONDS * 1000;
  if (!isFresh(passwordProvenAt)) refuse('REAUTHENTICATE');
  if (kind === 'password' || isFresh(factorProvenAt)) return;
  if (await hasTwoFactor(ctx.db, ctx.user.id)) refuse('REAUTHENTICATE');
}
