import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { databaseError } from '#db/error';
import type { ConfirmEmailInput } from '#domain/auth/profile';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/context';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { linkHashOf } from '../link-token.ts';
import { lockedRow } from '../own-row.ts';
import { emailChanged } from './email-letters.ts';

/**
 * Makes a pending address the user's, by the link that was sent to it: who holds the link need not be signed in. Once, within
 * 24 hours, and only the last one sent. Refuses EMAIL_LINK_INVALID, and ALREADY_REGISTERED when somebody else has the
 * address by now.
 */
export async function confirmEmail(ctx: Context, { token }: ConfirmEmailInput): Promise<{ success: true }> {
  try {
    await ctx.db.transaction((tx) => useLink(tx, ctx, linkHashOf(token)));
  } catch (error) {
    const cause = databaseError(error);
    if (cause?.kind === 'unique' && cause.table === 'users') refuse('ALREADY_REGISTERED');
    throw error;
  }
  return { success: true };
}

async function useLink(tx: Tx, ctx: Context, id: string): Promise<void> {
  const { emailChanges, passwordResets, users } = tx.tables;
  const real = ctx.clock.real();
  const [used] = await tx
    .update(emailChanges)
    .set({ usedAt: real })
    .where(and(eq(emailChanges.id, id), isNull(emailChanges.usedAt), gt(emailChanges.expiresAt, real)))
    .returning({ userId: emailChanges.userId, email: emailChanges.email });
  if (!used) refuse('EMAIL_LINK_INVALID');
  const { userId, email } = used;
  const before = await lockedRow(tx, userId);
  if (!before.isActive || before.pendingEmail !== email) refuse('EMAIL_LINK_INVALID');
  await tx.update(users).set({ email, pendingEmail: null }).where(eq(users.id, userId));
  // Links to a new password went to the former address, which may be why it was given up.
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));

  const at = ctx.clock.now();
  await tell(tx, { ...emailChanged(ctx.env, before, email), at });
  await notify(tx, {
    userId,
    kind: 'email_changed',
    title: 'E-mail alterado',
    text: `O e-mail da sua conta agora é ${email}.`,
    href: before.role === 'admin' ? null : '/client/profile',
    at,
  });
  await record(
    tx,
    { ...ctx, user: before },
    {
      action: 'update_user',
      entityType: 'user',
      entityId: userId,
      changes: { email: { from: before.email, to: email }, pendingEmail: { from: email, to: null } },
    },
  );
}
