import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { RecoveryRequestInput } from '#domain/auth/password';
import { RECOVERY } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { Refusal } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countAttempt } from './attempts.ts';
import { holderOf, trustedEmail } from './email-hold.ts';
import { linkHashOf, newLinkToken } from './link-token.ts';
import { addressName, mailboxName } from './mailbox.ts';
import { lockedRow } from './own-row.ts';

/**
 * While an e-mail change can be undone, the link goes to the former address. An unknown address, and one beyond its
 * hourly limit, get no link but the same answer in the same time. Refuses TOO_MANY_ATTEMPTS per network.
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
  const { users } = ctx.db.tables;
  const [present] = await ctx.db.select().from(users).where(eq(users.email, email));
  const owner = present ?? (await holderOf(ctx.db, email, ctx.clock.real()));
  // Counted by the address that the letter goes to. One that nobody has gets none, and so uses up nothing of its mailbox.
  const to = owner ? await trustedEmail(ctx.db, owner, ctx.clock.real()) : null;
  const counted =
    to && to.emailConfirmedAt === null ? mailboxName(ctx, to.email) : addressName(ctx, to?.email ?? email);
  const isAllowed = await countAttempt(ctx, 'recoveryMail', counted).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (isAllowed && owner) await openLink(ctx, owner.id, { asked: email });
}

async function openLink(ctx: Context, userId: string, { asked }: { asked: string }): Promise<void> {
  const token = newLinkToken();
  const now = ctx.clock.real();
  await ctx.db.transaction(async (tx) => {
    const { passwordResets } = tx.tables;
    const owner = await lockedRow(tx, userId);
    if (!owner.isActive) return;
    const { until, ...trusted } = await trustedEmail(tx, owner, now);
    await tx.insert(passwordResets).values({
      id: linkHashOf(token),
      userId: owner.id,
      createdAt: now,
      expiresAt: secondsAfter(now, RECOVERY.linkSeconds),
    });
    const undoesChange = until !== null;
    await queueMessage(tx, ctx, 'recovery', { ...owner, ...trusted }, { token, undoesChange });
    if (until && asked === owner.email) await queueMessage(tx, ctx, 'recovery_elsewhere', owner, { until });
    await record(tx, ctx, { action: 'request_recovery', entityId: owner.id });
  });
}
