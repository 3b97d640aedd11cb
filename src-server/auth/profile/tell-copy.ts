import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { ownRow } from '../own-row.ts';

/** Whoever copied the session's cookie reads everything, too. Its letters have a limit, as all that one can repeat. */
export async function tellCopy(ctx: SessionContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await queueMessage(tx, ctx, 'data_copied', await ownRow(tx, ctx.user.id), ctx);
    await record(tx, ctx, { action: 'copy_personal_data', entityId: ctx.user.id });
  });
}
