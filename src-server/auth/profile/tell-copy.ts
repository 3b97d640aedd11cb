import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countInTransaction } from '../attempts.ts';
import { ownRow } from '../own-row.ts';

/**
 * Whoever copied the session's cookie reads everything, too. What is told is counted by the day, JSON and PDF together: a copy that was refused
 * before uses up nothing of it. Its letters have a limit, as all that one can repeat. Refuses TOO_MANY_ATTEMPTS.
 */
export async function tellCopy(ctx: SessionContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await countInTransaction(tx, ctx, 'personalDataDay', sharerOf(ctx));
    await queueMessage(tx, ctx, 'data_copied', await ownRow(tx, ctx.user.id), ctx);
    await record(tx, ctx, { action: 'copy_personal_data', entityId: ctx.user.id });
  });
}
