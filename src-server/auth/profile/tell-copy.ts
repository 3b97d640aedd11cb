import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countAttempt } from '../attempts.ts';
import { ownRow } from '../own-row.ts';

/** JSON and PDF together. Refuses TOO_MANY_ATTEMPTS. */
export async function countCopy(ctx: SessionContext): Promise<void> {
  await countAttempt(ctx, 'personalData', ctx.user.id);
  await countAttempt(ctx, 'personalDataDay', sharerOf(ctx));
}

/** Whoever copied the session's cookie reads everything, too. Its letters have a limit, as all that one can repeat. */
export async function tellCopy(ctx: SessionContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await queueMessage(tx, ctx, 'data_copied', await ownRow(tx, ctx.user.id), ctx);
    await record(tx, ctx, { action: 'copy_personal_data', entityId: ctx.user.id });
  });
}
