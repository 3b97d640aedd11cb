import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { databaseError } from '#db/error';
import type { CorrectEmailInput } from '#domain/auth/correct-email';
import { TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { holdFormerEmail, refuseHeldEmail } from '#server/auth/email-hold';
import { voidFreezeLinks } from '#server/auth/freeze/void-links';
import { withdrawRequests } from '#server/auth/freeze/withdraw-requests';
import { newLinkToken } from '#server/auth/link-token';
import { lockedCustomer } from '#server/auth/own-row';
import { DUMMY_HASH } from '#server/auth/password';
import { voidLinks } from '#server/auth/profile/email-change';
import { endAllAccess } from '#server/auth/revoke';
import { refuseApprover, refuseFactorsEnder, refuseWhoLetIn } from '#server/auth/two-administrators';
import { endRecentApp } from '#server/auth/two-factor/end-recent-app';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { readdressGivenUp } from '#server/outbox/readdress';
import { adminUser, type ListedUser, listed } from './users.ts';

/**
 * Gives a customer another e-mail, unconfirmed. As after a change by the customer, all access ends, and for 72 hours the
 * former address is held: proofs of identity and an undo link go there. Of a deactivated customer it is not: the password is void, and
 * all passkeys and devices end, and an app and what was asked for in the last 72 hours, since they may be those of whoever had the address. Given-up mail
 * without links or codes is readdressed.
 * Refuses NOT_FOUND (also for administrators), USER_CLOSED, VALIDATION, APPROVED_BY_YOU, FACTORS_ENDED_BY_YOU, LET_IN_BY_YOU,
 * ALREADY_REGISTERED.
 */
export async function correctEmail(ctx: SessionContext, input: CorrectEmailInput): Promise<ListedUser> {
  try {
    return await ctx.db.transaction((tx) => correct(tx, ctx, input));
  } catch (error) {
    const cause = databaseError(error);
    if (cause?.kind === 'unique' && cause.table === 'users') refuse('ALREADY_REGISTERED');
    throw error;
  }
}

async function correct(tx: Tx, ctx: SessionContext, { id, email, reason }: CorrectEmailInput) {
  const { users } = tx.tables;
  const real = ctx.clock.real();
  const before = await lockedCustomer(tx, id);
  if (before.closedAt !== null) refuse('USER_CLOSED');
  if (before.email === email) refuse('VALIDATION', { fields: { email: 'Este já é o e-mail do cadastro' } });
  await refuseApprover(tx, ctx, id);
  await refuseFactorsEnder(tx, ctx, id);
  await refuseWhoLetIn(tx, ctx, id);
  const isPasswordVoid = !before.isActive;
  const values = { email, pendingEmail: null, emailConfirmedAt: null };
  const lost = isPasswordVoid ? { passwordHash: DUMMY_HASH } : {};
  await tx
    .update(users)
    .set({ ...values, ...lost })
    .where(eq(users.id, id));
  await refuseHeldEmail(tx, { id, email }, real);
  await voidLinks(tx, id);
  const token = newLinkToken();
  const { to, undo } = await holdFormerEmail(tx, ctx, { user: before, email, token });
  // Those in letters to the address that is left. After the hold, which makes the customer's row of `protections`.
  await voidFreezeLinks(tx, id, real);
  const ended = await endAllAccess(tx, id, { at: real, keys: isPasswordVoid ? 'all' : 'new' });
  // The link that turns it off is in the mailbox that is left.
  const app = { since: secondsAfter(real, -TWO_FACTOR_UNDO_SECONDS), provenBy: 'administrator' } as const;
  const factorEnded = isPasswordVoid && (await endRecentApp(tx, ctx, before, app));
  const withdrawn = isPasswordVoid && (await withdrawRequests(tx, ctx, before, real));
  const readdressed = await readdressGivenUp(tx, before.email, email);

  await queueMessage(tx, ctx, 'email_corrected', to, { email, reason, undo, isPasswordVoid });
  if (to.email !== before.email) await queueMessage(tx, ctx, 'email_left', before, {});
  const after = { ...before, email, emailConfirmedAt: null };
  const here = { until: undo?.until ?? null, isPasswordVoid, factorEnded };
  await queueMessage(tx, ctx, 'email_corrected_here', after, here);
  const user = await adminUser(tx, id);
  await record(tx, ctx, {
    action: 'correct_email',
    entityId: id,
    changes: { email: { from: before.email, to: email }, reason, readdressed, ...ended, ...withdrawn },
  });
  return listed(user);
}
