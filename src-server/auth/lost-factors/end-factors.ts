import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { record } from '#server/audit/record';
import type { Bank } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { atTrustedEmail } from '../email-hold.ts';
import { DUMMY_HASH } from '../password.ts';
import { endAllAccess } from '../revoke.ts';
import { removeFactor } from '../two-factor/undo-link.ts';
import type { UserRow } from '../user-answer.ts';
import { clearFactorsEnd } from './factors-end.ts';

type EndContext = Pick<Bank, 'env' | 'keys' | 'clock'> & Parameters<typeof record>[1];

/**
 * Ends app, backup codes, passkeys and registered devices of somebody who lost them, and tells them. The password is void and all access
 * ends: the mailbox is what lets them in again. The user's row is locked.
 */
export async function endFactors(
  tx: Tx,
  ctx: EndContext,
  user: UserRow,
  provenBy: 'machine' | 'administrator',
): Promise<void> {
  const at = ctx.clock.real();
  const { users } = tx.tables;
  const wasAsked = await clearFactorsEnd(tx, user.id);
  await removeFactor(tx, user.id);
  await tx.update(users).set({ passwordHash: DUMMY_HASH }).where(eq(users.id, user.id));
  const ended = await endAllAccess(tx, user.id, { at, keys: 'all' });
  const to = await atTrustedEmail(tx, user, at);
  if (provenBy === 'machine') await queueMessage(tx, ctx, 'two_factor_ended', to, ctx);
  else await queueMessage(tx, ctx, 'factors_ended', to, {});
  await record(tx, ctx, {
    action: 'disable_two_factor',
    entityId: user.id,
    changes: { provenBy, ...ended, ...(wasAsked && { endedFactorsRequest: true }) },
  });
}
