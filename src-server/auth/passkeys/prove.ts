import { isPasskeyTrusted, type SignedByPasskeyInput } from '#domain/auth/passkey';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countAttempt } from '../attempts.ts';
import { lockedRow } from '../own-row.ts';
import { newRenewal, renewSession, setRenewedCookie } from '../session.ts';
import { spendChallenge } from './challenge.ts';
import { findPasskey, noteAssertion, verifyAssertion } from './verify-assertion.ts';

const TOO_NEW =
  'Uma chave de acesso prova quem você é 24 horas depois de adicionada. Até lá, use a sua senha.';

/**
 * Renews the proof as `reauthenticate` does: a passkey counts as password and second factor. A new one does not: whoever copied a
 * cookie in its first minutes could add one and prove anything with it. Refuses PASSKEY_REFUSED, TOO_MANY_ATTEMPTS.
 */
export async function provePasskey(
  ctx: SessionContext,
  { signed }: SignedByPasskeyInput,
): Promise<{ success: true }> {
  await countAttempt(ctx, 'passkey', ctx.user.id);
  const expectedChallenge = await spendChallenge(ctx, 'prove', signed);
  const credential = (await findPasskey(ctx.db, signed.id, ctx.user.id)) ?? refuse('PASSKEY_REFUSED');
  const assertion = await verifyAssertion(ctx, { credential, response: signed, expectedChallenge });
  const now = ctx.clock.real();
  if (!isPasskeyTrusted(credential.createdAt, now)) refuse('PASSKEY_REFUSED', { text: TOO_NEW });
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
