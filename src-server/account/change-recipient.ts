import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { RecipientChange } from '#domain/account/recipient';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';

type Done = { success: true };

/** Not audited: a nickname must be erasable. Refuses NOT_FOUND, also for another customer's. */
export async function changeRecipient(
  ctx: SignedInContext,
  { id, nickname, isPinned }: RecipientChange,
): Promise<Done> {
  await ctx.db.transaction(async (tx) => {
    const { recipients } = tx.tables;
    const changed = await tx
      .update(recipients)
      .set({
        ...(nickname !== undefined && { nickname }),
        ...(isPinned !== undefined && { pinnedAt: isPinned ? ctx.clock.now() : null }),
      })
      .where(own(tx, ctx, id))
      .returning({ id: recipients.id });
    if (changed.length === 0) refuse('NOT_FOUND');
  });
  return { success: true };
}

/** The next payment to this recipient adds it again, without nickname. Refuses NOT_FOUND, also for another customer's. */
export async function removeRecipient(ctx: SignedInContext, { id }: { id: string }): Promise<Done> {
  await ctx.db.transaction(async (tx) => {
    const { recipients } = tx.tables;
    const removed = await tx
      .delete(recipients)
      .where(own(tx, ctx, id))
      .returning({ id: recipients.id });
    if (removed.length === 0) refuse('NOT_FOUND');
  });
  return { success: true };
}

const own = ({ tables: { recipients } }: Tx, { user }: SignedInContext, id: string) =>
  and(eq(recipients.id, id), eq(recipients.userId, user.id));
