import { and, eq, gte, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { UndoEmailChangeInput } from '#domain/auth/profile';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { trustedEmail } from '../email-hold.ts';
import { EVER, provesFirst } from '../first-proof.ts';
import { voidFreezeLinks } from '../freeze/void-links.ts';
import { withdrawRequests } from '../freeze/withdraw-requests.ts';
import { linkHashOf } from '../link-token.ts';
import { endFactorsRequest } from '../lost-factors/factors-end.ts';
import { isOpenAt, spendUndoLink } from '../one-time.ts';
import { DUMMY_HASH } from '../password.ts';
import { endAllAccess, keptPasskeys } from '../revoke.ts';
import { endRecentApp } from '../two-factor/end-recent-app.ts';
import type { UserRow } from '../user-answer.ts';

/**
 * Undoes an e-mail change and later ones by the link sent to the former address: once, within 72 hours. An intruder had
 * the password, so it is voided and all access ends. Refuses EMAIL_UNDO_INVALID.
 */
export async function undoEmailChange(
  ctx: Context,
  { token }: UndoEmailChangeInput,
): Promise<{ success: true }> {
  await ctx.db.transaction((tx) => undo(tx, ctx, linkHashOf(token)));
  return { success: true };
}

async function undo(tx: Tx, ctx: Context, id: string): Promise<void> {
  const { emailUndos } = tx.tables;
  const real = ctx.clock.real();
  const found = (await spendUndoLink(tx, emailUndos, id, real)) ?? refuse('EMAIL_UNDO_INVALID');
  const { user: before, used } = found;
  const others = await tx
    .update(emailUndos)
    .set({ usedAt: real })
    .where(
      and(
        eq(emailUndos.userId, before.id),
        isNull(emailUndos.usedAt),
        // Also an earlier one that goes back to the same address.
        or(gte(emailUndos.createdAt, used.createdAt), eq(emailUndos.formerEmail, used.formerEmail)),
      ),
    )
    .returning({ createdAt: emailUndos.createdAt });
  const { formerEmail: email, formerConfirmedAt: emailConfirmedAt } = used;
  await takeBack(tx, ctx, before, { email, emailConfirmedAt, changedAt: firstOf([used, ...others]) });
}

/** By the first of the changes that are undone: between them an intruder may have added keys or a factor. */
const firstOf = (changes: readonly { createdAt: Date }[]): Date =>
  new Date(Math.min(...changes.map(({ createdAt }) => createdAt.getTime())));

/**
 * For whoever uses another link that went to the former address, to make a new password or to turn an app off: an intruder's e-mail
 * would otherwise be left, and count three days later. Lock the user's row first. Returns the row as it is then.
 */
export async function undoOpenChanges(tx: Tx, ctx: Context, before: UserRow): Promise<UserRow> {
  const real = ctx.clock.real();
  const { until, ...former } = await trustedEmail(tx, before, real);
  if (until === null) return before;
  const { emailUndos } = tx.tables;
  const undone = await tx
    .update(emailUndos)
    .set({ usedAt: real })
    .where(and(eq(emailUndos.userId, before.id), isOpenAt(emailUndos, real)))
    .returning({ createdAt: emailUndos.createdAt });
  return takeBack(tx, ctx, before, { ...former, changedAt: firstOf(undone) });
}

/** `emailConfirmedAt`: of the former address. */
type Change = { email: string; emailConfirmedAt: Date | null; changedAt: Date };

/**
 * Opening the link proved control of the former address. An intruder had the password, so it is voided and all access ends; if nobody had proved it
 * before, the account may be the intruder's from its beginning, and nothing that was chosen in it stays.
 */
async function takeBack(
  tx: Tx,
  ctx: Context,
  before: UserRow,
  { email, emailConfirmedAt, changedAt }: Change,
): Promise<UserRow> {
  const { users } = tx.tables;
  const real = ctx.clock.real();
  const isFirstProof = await provesFirst(tx, { id: before.id, emailConfirmedAt });
  const values = { email, emailConfirmedAt: real, passwordHash: DUMMY_HASH };
  await tx.update(users).set(values).where(eq(users.id, before.id));
  const ended = await endAllAccess(tx, before.id, {
    at: real,
    keys: 'all',
    keepsPasskeysUntil: isFirstProof ? null : keptPasskeys(changedAt),
  });
  // Letters that went to the address that is left have links that freeze.
  await voidFreezeLinks(tx, before.id, real);
  const withdrawn = await withdrawRequests(tx, ctx, before, isFirstProof ? EVER : changedAt);
  // Whoever changed the e-mail may have asked the bank for it.
  const request = await endFactorsRequest(tx, before.id);
  // And have turned on their own app.
  const app = { since: changedAt, provenBy: 'email_undo' } as const;
  const factorEnded = await endRecentApp(tx, { ...ctx, user: before }, before, app);

  await queueMessage(tx, ctx, 'email_change_undone', { ...before, email }, { factorEnded, isFirstProof });
  await queueMessage(tx, ctx, 'email_left', before, {});
  await record(
    tx,
    { ...ctx, user: before },
    {
      action: 'update_user',
      entityId: before.id,
      changes: { email: { from: before.email, to: email }, ...ended, ...request, ...withdrawn },
    },
  );
  return { ...before, ...values, pendingEmail: null };
}
