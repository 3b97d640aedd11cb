import type { ProveTwoFactorInput } from '#domain/auth/two-factor';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { endAllAccess } from '../revoke.ts';
import { newRenewal, setRenewedCookie } from '../session.ts';
import { proveAgain, spendProof } from './proof.ts';
import { removeFactor } from './undo-link.ts';

/** Ends other sessions and all tokens. Refuses TWO_FACTOR_NOT_ENABLED, TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS, BUSY. */
export async function disableTwoFactor(
  ctx: SessionContext,
  { token }: ProveTwoFactorInput,
): Promise<{ success: true }> {
  const { user, proof } = await proveAgain(ctx, token);
  const renewal = { ...newRenewal(ctx.session), proven: { factorProvenAt: null } };
  await ctx.db.transaction(async (tx) => {
    if (!(await spendProof(tx, ctx, proof))) refuse('TWO_FACTOR_CODE');
    const request = await removeFactor(tx, user.id);
    const ended = await endAllAccess(tx, user.id, { at: ctx.clock.real(), except: renewal });
    await queueMessage(tx, ctx, 'two_factor_disabled', user, ctx);
    await record(tx, ctx, {
      action: 'disable_two_factor',
      entityId: user.id,
      changes: { provenBy: proof.kind, ...ended, ...request },
    });
  });
  setRenewedCookie(ctx, renewal);
  return { success: true };
}
