import { and, eq } from 'drizzle-orm';
import type { RecoveryResetInput } from '#domain/auth/password';
import { refuse } from '#domain/refusal';
import { alone } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countHashing } from './attempts.ts';
import { forgetGuesses, knownDevice, rememberDevice, rememberRecovery, renewMark } from './device.ts';
import { atTrustedEmail } from './email-hold.ts';
import { EVER, provesFirst } from './first-proof.ts';
import { withdrawRequests } from './freeze/withdraw-requests.ts';
import { linkHashOf } from './link-token.ts';
import { isOpenAt, spendLink } from './one-time.ts';
import { lockedRow } from './own-row.ts';
import { hashPassword } from './password.ts';
import { undoOpenChanges } from './profile/undo-email-change.ts';
import { refuseCommonPassword } from './refuse-common.ts';
import { endAllAccess } from './revoke.ts';
import type { UserRow } from './user-answer.ts';

/**
 * Ends all access; of an account of which nobody has proved the mailbox before also every passkey and device, and what was chosen in it
 * (`withdrawRequests`). Takes back a change of e-mail that can be undone, since the link went to the former address, and signs nobody in.
 * So that others' wrong passwords cannot lock the owner out, the device becomes known, or with two-factor guesses passwords by its own count
 * for a while.
 * Refuses RECOVERY_LINK_INVALID, VALIDATION, TOO_MANY_ATTEMPTS, BUSY.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: RecoveryResetInput,
): Promise<{ success: true }> {
  const linkId = linkHashOf(token);
  const owner = await ownerOfLink(ctx, linkId);
  const { counted } = await countHashing(ctx, 'newPassword', alone(linkId));
  await refuseCommonPassword(counted, password, owner);
  const passwordHash = await hashPassword(counted, password);
  const now = ctx.clock.real();
  await ctx.db.transaction(async (tx) => {
    const { users, passwordResets } = tx.tables;
    const before = await lockedRow(tx, owner.id);
    if (!before.isActive) refuse('RECOVERY_LINK_INVALID');
    if (!(await spendLink(tx, passwordResets, linkId, now))) refuse('RECOVERY_LINK_INVALID');
    const isFirstProof = await provesFirst(tx, await atTrustedEmail(tx, before, now));
    const user = await undoOpenChanges(tx, ctx, before);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, owner.id));
    await forgetGuesses(tx, ctx, owner.id);
    const ended = await endAllAccess(tx, owner.id, { at: now, keys: isFirstProof ? 'all' : 'new' });
    const withdrawn = isFirstProof ? await withdrawRequests(tx, ctx, user, EVER) : {};
    await queueMessage(tx, ctx, 'password_changed', user, { ...ctx, undoUntil: null, isFirstProof });
    await record(
      tx,
      { ...ctx, user: owner },
      { action: 'reset_password', entityId: owner.id, changes: { ...ended, ...withdrawn } },
    );
  });
  const current = { ...owner, passwordHash };
  if (knownDevice(ctx.keys, ctx.request.deviceToken, owner) !== null) renewMark(ctx, current);
  else if (owner.totpSecret === null) rememberDevice(ctx, current, { byFactor: false });
  // It has not given the second factor: being known would give it a fresh count of its guesses.
  else rememberRecovery(ctx, owner.id);
  return { success: true };
}

const ownerOfLink = async (ctx: Context, linkId: string): Promise<UserRow> =>
  (await findOwnerOfLink(ctx, linkId)) ?? refuse('RECOVERY_LINK_INVALID');

/** Null if this or another link was used since it was sent, or if it is too old or never existed. */
export async function findOwnerOfLink(ctx: Context, linkId: string): Promise<UserRow | null> {
  const { users, passwordResets } = ctx.db.tables;
  const [found] = await ctx.db
    .select({ owner: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.id, linkId),
        isOpenAt(passwordResets, ctx.clock.real()),
        eq(users.isActive, true),
      ),
    );
  return found?.owner ?? null;
}
