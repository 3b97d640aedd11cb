import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
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

/** What refuses a change that needs a whole proof, to be thrown inside its transaction; null with a proof. */
export async function missingFreshProof(
  ctx: Parameters<typeof requireFreshProof>[0],
): Promise<Refusal | null> {
  try {
    await requireFreshProof(ctx);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
