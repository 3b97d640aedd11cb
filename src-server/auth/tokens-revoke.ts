import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';

/** Refuses NOT_FOUND for an unknown, another user's or revoked token. */
export async function revokeToken(ctx: SessionContext, { id }: { id: string }): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    const { accessTokens } = tx.tables;
    const [revoked] = await tx
      .update(accessTokens)
      .set({ revokedAt: ctx.clock.real() })
      .where(
        and(eq(accessTokens.id, id), eq(accessTokens.userId, ctx.user.id), isNull(accessTokens.revokedAt)),
      )
      .returning({ name: accessTokens.name });
    if (!revoked) refuse('NOT_FOUND');
    await record(tx, ctx, { action: 'revoke_token', entityId: id, changes: { name: revoked.name } });
  });
  return { success: true };
}
