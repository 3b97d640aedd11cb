import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { UndoTwoFactorInput } from '#domain/auth/two-factor';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { noteKeysThatEnd } from '../freeze/freeze.ts';
import { withdrawRequests } from '../freeze/withdraw-requests.ts';
import { linkHashOf } from '../link-token.ts';
import { spendUndoLink } from '../one-time.ts';
import { DUMMY_HASH } from '../password.ts';
import { undoOpenChanges } from '../profile/undo-email-change.ts';
import { endAllAccess, keptPasskeys } from '../revoke.ts';
import { removeFactor } from './undo-link.ts';

/**
 * Turns off the factor that a mailed link belongs to: once, within 72 hours. An intruder was signed in, so the password
 * is voided, all access ends, and an e-mail that was changed since goes back. Refuses TWO_FACTOR_UNDO_INVALID.
 */
export async function undoTwoFactor(ctx: Context, { token }: UndoTwoFactorInput): Promise<{ success: true }> {
  await ctx.db.transaction((tx) => undo(tx, ctx, linkHashOf(token)));
  return { success: true };
}

async function undo(tx: Tx, ctx: Context, id: string): Promise<void> {
  const { twoFactorUndos, users } = tx.tables;
  const real = ctx.clock.real();
  const { user: before, used } =
    (await spendUndoLink(tx, twoFactorUndos, id, real)) ?? refuse('TWO_FACTOR_UNDO_INVALID');
  const user = await undoOpenChanges(tx, ctx, before);
  const request = await removeFactor(tx, user.id);
  await tx.update(users).set({ passwordHash: DUMMY_HASH }).where(eq(users.id, user.id));
  const keepsPasskeysUntil = keptPasskeys(used.createdAt);
  await noteKeysThatEnd(tx, user.id, { after: keepsPasskeysUntil, at: real });
  const ended = await endAllAccess(tx, user.id, { at: real, keys: 'all', keepsPasskeysUntil });
  const withdrawn = await withdrawRequests(tx, ctx, user, used.createdAt);
  await queueMessage(tx, ctx, 'two_factor_undone', user, ctx);
  await record(
    tx,
    { ...ctx, user },
    {
      action: 'disable_two_factor',
      entityId: user.id,
      changes: { provenBy: 'link', ...ended, ...request, ...withdrawn },
    },
  );
}
