import type { WithReasonInput } from '#domain/admin/reason';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { thaw } from '#server/auth/freeze/unfreeze';
import { factorsEndAt } from '#server/auth/lost-factors/factors-end';
import { lockedCustomer } from '#server/auth/own-row';
import { refuseCorrector } from '#server/auth/two-administrators';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { type AdminUser, adminUser } from './users.ts';

/**
 * For a customer who was identified and cannot do it: lets money leave again, and tells the holder why. Refuses
 * NOT_FOUND, CORRECTED_BY_YOU, NOT_FROZEN_BY_OWNER, FACTORS_END_ASKED (its factors are those in doubt).
 */
export async function unfreezeForOwner(
  ctx: SignedInContext,
  { id, reason }: WithReasonInput,
): Promise<AdminUser> {
  return ctx.db.transaction(async (tx) => {
    await lockedCustomer(tx, id);
    await refuseCorrector(tx, ctx, id);
    const holder = await thaw(tx, ctx, id);
    if ((await factorsEndAt(tx, id)) !== null)
      refuse('FACTORS_END_ASKED', {
        text: 'O fim dos segundos fatores deste cliente foi pedido: a conta só descongela depois dele, ou se o pedido for retirado',
      });
    await queueMessage(tx, ctx, 'unfrozen_for_owner', holder, { reason });
    await record(tx, ctx, { action: 'unfreeze_for_owner', entityId: id, changes: { reason } });
    return adminUser(tx, id);
  });
}
