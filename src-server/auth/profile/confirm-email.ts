import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { databaseError } from '#db/error';
import type { ConfirmEmailInput } from '#domain/auth/profile';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { strangersGuess } from '../attempts.ts';
import { holdFormerEmail, refuseHeldEmail } from '../email-hold.ts';
import { claimIdentity, type Identity, proveIdentity } from '../identity.ts';
import { linkHashOf, newLinkToken } from '../link-token.ts';
import { isOpenAt, spendLink } from '../one-time.ts';
import { endAllAccess } from '../revoke.ts';
import { newRenewal, type Renewal, setRenewedCookie } from '../session.ts';
import type { UserRow } from '../user-answer.ts';

/**
 * Confirms an e-mail by its newest link (once, within 24 hours), password and second factor; ends all other access and
 * sends an undo link to the former address. Refuses EMAIL_LINK_INVALID; with a valid link INVALID_PASSWORD,
 * FACTOR_MISSING, TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS, ALREADY_REGISTERED, BUSY.
 */
export async function confirmEmail(
  ctx: Context,
  { token, ...given }: ConfirmEmailInput,
): Promise<{ success: true }> {
  const linkId = linkHashOf(token);
  const owner = await ownerOfLink(ctx, linkId);
  const identity = await proveIdentity(ctx, owner, given, {
    guess: strangersGuess(ctx, `email-password:${owner.id}`, owner.id),
    codes: `${owner.id}.email`,
  });
  if (owner.totpSecret !== null && !identity.factor) refuse('FACTOR_MISSING');
  const undoToken = newLinkToken();
  const own = ctx.session && ctx.user?.id === owner.id ? newRenewal(ctx.session) : null;
  try {
    await ctx.db.transaction((tx) => changeTo(tx, ctx, { linkId, identity, undoToken, own }));
  } catch (error) {
    const cause = databaseError(error);
    if (cause?.kind === 'unique' && cause.table === 'users') refuse('ALREADY_REGISTERED');
    throw error;
  }
  if (own) setRenewedCookie(ctx, own);
  return { success: true };
}

/** Checked before any password is verified. */
async function ownerOfLink(ctx: Context, linkId: string): Promise<UserRow> {
  const { users, emailChanges } = ctx.db.tables;
  const [found] = await ctx.db
    .select({ owner: users })
    .from(emailChanges)
    .innerJoin(
      users,
      and(
        eq(users.id, emailChanges.userId),
        eq(users.pendingEmail, emailChanges.email),
        eq(users.isActive, true),
      ),
    )
    .where(and(eq(emailChanges.id, linkId), isOpenAt(emailChanges, ctx.clock.real())));
  return found?.owner ?? refuse('EMAIL_LINK_INVALID');
}

type Use = { linkId: string; identity: Identity; undoToken: string; own: Renewal | null };

async function changeTo(tx: Tx, ctx: Context, { linkId, identity, undoToken, own }: Use): Promise<void> {
  const { emailChanges, users } = tx.tables;
  const real = ctx.clock.real();
  const before = await claimIdentity(tx, ctx, identity);
  const used = await spendLink(tx, emailChanges, linkId, real);
  if (!used || !before.isActive || before.pendingEmail !== used.email) refuse('EMAIL_LINK_INVALID');
  const { email } = used;
  const userId = before.id;
  await tx
    .update(users)
    .set({ email, pendingEmail: null, emailConfirmedAt: real })
    .where(eq(users.id, userId));
  await refuseHeldEmail(tx, { id: userId, email }, real);
  const { to, undo } = await holdFormerEmail(tx, ctx, { user: before, email, token: undoToken });
  const ended = await endAllAccess(tx, userId, { at: real, except: own });

  await queueMessage(tx, ctx, 'email_changed', to, { email, undo });
  if (to.email !== before.email) await queueMessage(tx, ctx, 'email_left', before, {});
  await record(
    tx,
    { ...ctx, user: before },
    {
      action: 'update_user',
      entityId: userId,
      changes: {
        email: { from: before.email, to: email },
        pendingEmail: { from: email, to: null },
        ...ended,
      },
    },
  );
}
