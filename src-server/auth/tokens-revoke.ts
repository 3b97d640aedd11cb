import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { stopPaymentsOf } from './stop-payments.ts';

/** Payments that it asked for and that wait come back. Refuses NOT_FOUND for an unknown, another user's or revoked token. */
export async function revokeToken(ctx: SessionContext, { id }: { id: string }): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    const { accessTokens } = tx.tables;
    const revokedAt = ctx.clock.real();
    const [revoked] = await tx
      .update(accessTokens)
      .set({ revokedAt })
      .where(
        and(eq(accessTokens.id, id), eq(accessTokens.userId, ctx.user.id), isNull(accessTokens.revokedAt)),
      )
      .returning({ name: accessTokens.name });
    if (!revoked) refuse('NOT_FOUND');
    const stopped = await stopPaymentsOf(tx, ctx.user.id, [id], revokedAt);
    const changes = { name: revoked.name, ...stopped };
    await record(tx, ctx, { action: 'revoke_token', entityId: id, changes });
  });
  return { success: true };
}
