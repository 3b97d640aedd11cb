import { and, eq, ne } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { endFactorsRequest, hasFactors } from '../lost-factors/factors-end.ts';
import { lockedRow } from '../own-row.ts';
import { stopPaymentsOf } from '../stop-payments.ts';
import { isOwn } from './own-passkeys.ts';

/**
 * Also ends the other sessions that it opened, with the payments that they asked for and that wait; this one counts as opened without it. Refuses NOT_FOUND for an unknown,
 * another user's or removed passkey, and REAUTHENTICATE.
 */
export async function removePasskey(ctx: SessionContext, { id }: { id: string }): Promise<{ success: true }> {
  await requireProof(ctx, { underRules: 'sinceSignIn', ofAdmins: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    const { passkeys, sessions } = tx.tables;
    const [removed] = await tx
      .update(passkeys)
      .set({ endedAt: ctx.clock.real() })
      .where(and(eq(passkeys.id, id), isOwn(passkeys, ctx.user.id)))
      .returning({ name: passkeys.name });
    if (!removed) refuse('NOT_FOUND');
    const opened = eq(sessions.passkeyId, id);
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, ctx.user.id), opened, ne(sessions.id, ctx.session.id)))
      .returning({ id: sessions.publicId });
    const stopped = await stopPaymentsOf(
      tx,
      ctx.user.id,
      ended.map((session) => session.id),
      ctx.clock.real(),
    );
    await tx
      .update(sessions)
      .set({ passkeyId: null })
      .where(and(eq(sessions.id, ctx.session.id), opened));
    // A request to the bank to end the factors is about none then.
    const request = (await hasFactors(tx, user)) ? {} : await endFactorsRequest(tx, user.id);
    await queueMessage(tx, ctx, 'passkey_removed', await receiverOf(tx, ctx.user.id), { ...ctx, ...removed });
    await record(tx, ctx, {
      action: 'remove_passkey',
      entityId: id,
      changes: { name: removed.name, endedSessions: ended.length, ...stopped, ...request },
    });
  });
  return { success: true };
}
