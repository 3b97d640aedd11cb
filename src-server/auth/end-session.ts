import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/context';
import { logout } from './logout.ts';
import { endAllSessions } from './revoke.ts';

/** Ends one of the caller's sessions; the one they are in is a logout. Refuses NOT_FOUND: none such, or another's. */
export async function endOwnSession(ctx: SessionContext, { id }: { id: string }): Promise<{ success: true }> {
  if (id === ctx.session.publicId) return logout(ctx);
  await ctx.db.transaction(async (tx) => {
    const { sessions } = tx.tables;
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.publicId, id), eq(sessions.userId, ctx.user.id)))
      .returning({ id: sessions.id });
    if (ended.length === 0) refuse('NOT_FOUND');
    await record(tx, ctx, { action: 'end_session', entityType: 'session', entityId: id });
  });
  return { success: true };
}

/** Ends all of the caller's sessions but the one they are in; answers how many. */
export async function endOtherSessions(ctx: SessionContext): Promise<{ ended: number }> {
  return ctx.db.transaction(async (tx) => {
    const ended = await endAllSessions(tx, ctx.user.id, { except: ctx.session.id });
    if (ended > 0) {
      await record(tx, ctx, {
        action: 'end_session',
        entityType: 'user',
        entityId: ctx.user.id,
        changes: { ended },
      });
    }
    return { ended };
  });
}
