import { and, eq } from 'drizzle-orm';
import type { ChangePasswordInput } from '#domain/auth/password';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countHashing } from './attempts.ts';
import { forgetGuesses, renewMark } from './device.ts';
import { trustedEmail } from './email-hold.ts';
import { checkOwnPassword } from './own-password.ts';
import { hashPassword } from './password.ts';
import { refuseCommonPassword } from './refuse-common.ts';
import { endAllAccess } from './revoke.ts';
import { newRenewal, setRenewedCookie } from './session.ts';

/**
 * Ends all other sessions and tokens, and passkeys and devices that do not count yet; the password that was given is a proof. Refuses INVALID_PASSWORD
 * (counted), VALIDATION, TOO_MANY_ATTEMPTS, BUSY.
 */
export async function changePassword(
  ctx: SessionContext,
  { current, next }: ChangePasswordInput,
): Promise<{ success: true }> {
  const { user: owner } = await checkOwnPassword(ctx, current);
  const { counted } = await countHashing(ctx, 'newPassword', sharerOf(ctx));
  await refuseCommonPassword(counted, next, owner, 'next');
  const passwordHash = await hashPassword(counted, next);
  const renewal = { ...newRenewal(ctx.session), proven: { passwordProvenAt: ctx.clock.real() } };
  await ctx.db.transaction(async (tx) => {
    const { users } = tx.tables;
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, owner.id), eq(users.passwordHash, owner.passwordHash)))
      .returning({ id: users.id });
    // A concurrent change came first: the given password is no longer current.
    if (changed.length === 0) refuse('INVALID_PASSWORD');
    const ended = await endAllAccess(tx, owner.id, {
      at: ctx.clock.real(),
      except: renewal,
      keys: 'new',
    });
    await forgetGuesses(tx, ctx, owner.id);
    const { until } = await trustedEmail(tx, owner, ctx.clock.real());
    await queueMessage(tx, ctx, 'password_changed', owner, { ...ctx, undoUntil: until, isFirstProof: false });
    await record(tx, ctx, { action: 'change_password', entityId: owner.id, changes: ended });
  });
  setRenewedCookie(ctx, renewal);
  renewMark(ctx, { id: owner.id, passwordHash });
  return { success: true };
}
