import { and, eq, gte, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { UndoEmailChangeInput } from '#domain/auth/profile';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { voidFreezeLinks } from '../freeze/void-links.ts';
import { withdrawRequests } from '../freeze/withdraw-requests.ts';
import { linkHashOf } from '../link-token.ts';
import { endFactorsRequest } from '../lost-factors/factors-end.ts';
import { spendUndoLink } from '../one-time.ts';
import { DUMMY_HASH } from '../password.ts';
import { endAllAccess, keptPasskeys } from '../revoke.ts';
import { removeFactor, wasTurnedOnSince } from '../two-factor/undo-link.ts';
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
  const { emailUndos, users } = tx.tables;
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
  // By the first of the changes that are undone: between them an intruder may have added keys or a factor.
  const changedAt = new Date(Math.min(...[used, ...others].map(({ createdAt }) => createdAt.getTime())));
  const email = used.formerEmail;
  // Opening the link proves control of that address.
  const values = { email, emailConfirmedAt: real, passwordHash: DUMMY_HASH };
  await tx.update(users).set(values).where(eq(users.id, before.id));
  const ended = await endAllAccess(tx, before.id, {
    at: real,
    keys: 'all',
    keepsPasskeysUntil: keptPasskeys(changedAt),
  });
  // Letters that went to the address that is left have links that freeze.
  await voidFreezeLinks(tx, before.id, real);
  const withdrawn = await withdrawRequests(tx, ctx, before, changedAt);
  // Whoever changed the e-mail may have asked the bank for it.
  const request = await endFactorsRequest(tx, before.id);
  const factorEnded = await endLaterFactor(tx, ctx, before, changedAt);

  await queueMessage(tx, ctx, 'email_change_undone', { ...before, email }, { factorEnded });
  await queueMessage(tx, ctx, 'email_left', before, {});
  await record(
    tx,
    { ...ctx, user: before },
    {
      action: 'update_user',
      entityId: before.id,
      changes: {
        email: { from: before.email, to: email },
        ...ended,
        ...request,
        ...withdrawn,
      },
    },
  );
}

/** Whoever changed the e-mail may also have turned on two-factor with their own app. */
async function endLaterFactor(tx: Tx, ctx: Context, user: UserRow, changedAt: Date): Promise<boolean> {
  if (user.totpSecret === null || !(await wasTurnedOnSince(tx, user.id, changedAt))) return false;
  await removeFactor(tx, user.id);
  await record(
    tx,
    { ...ctx, user },
    { action: 'disable_two_factor', entityId: user.id, changes: { provenBy: 'email_undo' } },
  );
  return true;
}
