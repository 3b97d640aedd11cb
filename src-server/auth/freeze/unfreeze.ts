import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext, SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { lockedRow } from '../own-row.ts';
import type { UserRow } from '../user-answer.ts';
import { setFrozen } from './freeze.ts';
import { frozenSince } from './frozen.ts';

/** Lets money leave again. Refuses NOT_FROZEN_BY_OWNER. */
export async function unfreeze(ctx: SessionContext): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    const user = await thaw(tx, ctx, ctx.user.id);
    await queueMessage(tx, ctx, 'unfrozen_by_owner', user, ctx);
    await record(tx, ctx, { action: 'unfreeze_by_owner', entityId: user.id });
  });
  return { success: true };
}

/** Locks and returns the holder's row. Refuses NOT_FROZEN_BY_OWNER. */
export async function thaw(
  tx: Tx,
  { clock }: Pick<SignedInContext, 'clock'>,
  userId: string,
): Promise<UserRow> {
  const user = await lockedRow(tx, userId);
  if ((await frozenSince(tx, userId)) === null) refuse('NOT_FROZEN_BY_OWNER');
  await setFrozen(tx, userId, { frozenAt: null, at: clock.real() });
  return user;
}
