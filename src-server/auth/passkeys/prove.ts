import type { SignedByPasskeyInput } from '#domain/auth/passkey';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countCeremony } from '../count-in-session.ts';
import { lockedRow } from '../own-row.ts';
import { newRenewal, renewSession, setRenewedCookie } from '../session.ts';
import { spendChallenge } from './challenge.ts';
import { noteAssertion, trustedPasskey, verifyAssertion } from './verify-assertion.ts';

/**
 * Renews the proof as `reauthenticate` does: a passkey counts as password and second factor. Refuses PASSKEY_REFUSED, TOO_MANY_ATTEMPTS.
 */
export async function provePasskey(
  ctx: SessionContext,
  { signed }: SignedByPasskeyInput,
): Promise<{ success: true }> {
  await countCeremony(ctx);
  const expectedChallenge = await spendChallenge(ctx, 'prove', signed);
  const credential = await trustedPasskey(ctx, signed.id);
  const assertion = await verifyAssertion(ctx, { credential, response: signed, expectedChallenge });
  const now = ctx.clock.real();
  const renewal = {
    ...newRenewal(ctx.session),
    proven: { passwordProvenAt: now, factorProvenAt: now },
  };
  await ctx.db.transaction(async (tx) => {
    await lockedRow(tx, ctx.user.id);
    await noteAssertion(tx, ctx, assertion);
    await renewSession(tx, renewal);
    await record(tx, ctx, {
      action: 'prove_identity',
      entityId: ctx.session.publicId,
      changes: { passkeyId: credential.id },
    });
  });
  setRenewedCookie(ctx, renewal);
  return { success: true };
}
