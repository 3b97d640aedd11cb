import type { IdentityInput } from '#domain/auth/identity';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { claimIdentity, proveIdentity } from './identity.ts';
import { ownPasswordGuess } from './own-password.ts';
import { ownRow } from './own-row.ts';
import { newRenewal, renewSession, setRenewedCookie } from './session.ts';
import { insideSession } from './two-factor/proof.ts';

/**
 * Renews the proof for 10 minutes and the session's token, so that a stolen copy gains nothing. The password alone is
 * enough for calls that take a code themselves. Refuses INVALID_PASSWORD, TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS, BUSY.
 */
export async function reauthenticate(ctx: SessionContext, input: IdentityInput): Promise<{ success: true }> {
  const user = await ownRow(ctx.db, ctx.user.id);
  const identity = await proveIdentity(ctx, user, input, {
    guess: ownPasswordGuess(ctx),
    codes: insideSession(ctx),
  });
  const byFactor = identity.factor !== null;
  const now = ctx.clock.real();
  const proven = { passwordProvenAt: now, ...(byFactor && { factorProvenAt: now }) };
  const renewal = { ...newRenewal(ctx.session), proven };
  await ctx.db.transaction(async (tx) => {
    await claimIdentity(tx, ctx, identity);
    await renewSession(tx, renewal);
    await record(tx, ctx, {
      action: 'prove_identity',
      entityId: ctx.session.publicId,
      ...(identity.factor && { changes: { secondFactor: identity.factor.kind } }),
    });
  });
  setRenewedCookie(ctx, renewal);
  return { success: true };
}
