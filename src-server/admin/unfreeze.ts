import type { WithReasonInput } from '#domain/admin/reason';
import { record } from '#server/audit/record';
import { thaw } from '#server/auth/freeze/unfreeze';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { type AdminUser, adminUser } from './users.ts';

/**
 * For a customer who was identified and cannot do it: lets money leave again, and tells the holder why. Refuses
 * NOT_FOUND, NOT_FROZEN_BY_OWNER.
 */
export async function unfreezeForOwner(
  ctx: SignedInContext,
  { id, reason }: WithReasonInput,
): Promise<AdminUser> {
  return ctx.db.transaction(async (tx) => {
    await adminUser(tx, id);
    const holder = await thaw(tx, ctx, id);
    await queueMessage(tx, ctx, 'unfrozen_for_owner', holder, { reason });
    await record(tx, ctx, { action: 'unfreeze_for_owner', entityId: id, changes: { reason } });
    return adminUser(tx, id);
  });
}
