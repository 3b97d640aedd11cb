import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { RecoveryRequestInput } from '#domain/auth/password';
import { RECOVERY } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Bank, Context } from '#server/context';
import { tell } from '#server/outbox/tell';
import { countAttempt } from './attempts.ts';
import { linkHashOf, newLinkToken } from './link-token.ts';
import { lockedRow } from './own-row.ts';
import { recoveryMail } from './password-mails.ts';
import type { UserRow } from './user-answer.ts';

/**
 * Sends a link to a new password to the address, if it is an active user's, and voids the links sent before. Answers the
 * same, and no sooner, for an address nobody has. Beyond a few an hour for one address nothing is sent. Refuses
 * TOO_MANY_ATTEMPTS when too many were asked for from one place, whatever addresses they name.
 */
export async function requestRecovery(
  ctx: Context,
  { email }: RecoveryRequestInput,
): Promise<{ success: true }> {
  await countAttempt(ctx, 'recovery', ctx.request.ip);
  await Promise.all([wait(RECOVERY.answerMs), sendLink(ctx, email)]);
  return { success: true };
}

async function sendLink(ctx: Context, email: string): Promise<void> {
  const isAllowed = await countAttempt(ctx, 'recoveryMail', ctx.keys.sign('attempt', email).mac).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  const { users } = ctx.db.tables;
  const [owner] = await ctx.db.select().from(users).where(eq(users.email, email));
  if (isAllowed && owner) await openLink(ctx, owner);
}

async function openLink(ctx: Context, owner: UserRow): Promise<void> {
  const token = newLinkToken();
  const now = ctx.clock.real();
  await ctx.db.transaction(async (tx) => {
    const { passwordResets } = tx.tables;
    if (!(await lockedRow(tx, owner.id)).isActive) return;
    await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(eq(passwordResets.userId, owner.id), isNull(passwordResets.usedAt)));
    await tx.insert(passwordResets).values({
      id: linkHashOf(token),
      userId: owner.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + RECOVERY.linkSeconds * 1000),
      usedAt: null,
    });
    await tell(tx, { ...recoveryMail(ctx, owner, token), at: ctx.clock.now() });
    await record(tx, ctx, { action: 'request_recovery', entityType: 'user', entityId: owner.id });
  });
}

/** Deletes the links that have expired, used or not. */
export async function deleteExpiredLinks(bank: Pick<Bank, 'db' | 'clock'>): Promise<void> {
  const now = bank.clock.real();
  await bank.db.transaction(async (tx) => {
    const { passwordResets } = tx.tables;
    await tx.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  });
}
