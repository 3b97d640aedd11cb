import { and, eq, gt } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { leave } from './logout.ts';
import { lockedRow } from './own-row.ts';
import { endAllSessions } from './revoke.ts';
import { newRenewal, setRenewedCookie } from './session.ts';
import { stopPaymentsOf } from './stop-payments.ts';

/**
 * With another session the payments end that it asked for and that wait. Ending the current one is a logout that keeps the cookie: a browser
 * tries it again after a sign-out without an answer, and a late answer would clear the cookie of whoever has signed in there meanwhile.
 * Refuses NOT_FOUND for an unknown or another user's session, REAUTHENTICATE for one that was opened after this one.
 */
export async function endOwnSession(ctx: SessionContext, { id }: { id: string }): Promise<{ success: true }> {
  if (id === ctx.session.publicId) await leave(ctx);
  else await endAnother(ctx, id);
  return { success: true };
}

const endAnother = (ctx: SessionContext, id: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const { sessions } = tx.tables;
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.publicId, id), eq(sessions.userId, ctx.user.id)))
      .returning({ createdAt: sessions.createdAt });
    const [session] = ended;
    if (!session) refuse('NOT_FOUND');
    if (session.createdAt > ctx.session.createdAt) await requireProofForNewer(tx, ctx);
    const stopped = await stopPaymentsOf(tx, ctx.user.id, [id], ctx.clock.real());
    await record(tx, ctx, { action: 'end_session', entityId: id, ...(stopped && { changes: stopped }) });
  });

/** Whoever copied a cookie would otherwise end each new session of its owner, before the owner can end theirs. */
const requireProofForNewer = (db: Tx, ctx: SessionContext): Promise<void> =>
  requireProof({ ...ctx, db }, { underRules: 'sinceSignIn', inProduction: 'sinceSignIn' });

async function refuseNewer(tx: Tx, ctx: SessionContext): Promise<void> {
  const { sessions } = tx.tables;
  const [newer] = await tx
    .select({ id: sessions.publicId })
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.user.id), gt(sessions.createdAt, ctx.session.createdAt)))
    .limit(1);
  if (newer) await requireProofForNewer(tx, ctx);
}

/**
 * Ends all other sessions, with the payments that they asked for and that wait, and renews this one's token, so that copies of its cookie end
 * too. Returns the count. Refuses REAUTHENTICATE while a session is open that was opened after this one.
 */
export async function endOtherSessions(ctx: SessionContext): Promise<{ ended: number }> {
  const renewal = newRenewal(ctx.session);
  const ended = await ctx.db.transaction(async (tx) => {
    await lockedRow(tx, ctx.user.id);
    await refuseNewer(tx, ctx);
    const others = await endAllSessions(tx, ctx.user.id, { except: renewal });
    const stopped = await stopPaymentsOf(tx, ctx.user.id, others, ctx.clock.real());
    if (others.length > 0)
      await record(tx, ctx, {
        action: 'end_session',
        entityType: 'user',
        entityId: ctx.user.id,
        changes: { ended: others.length, ...stopped },
      });
    return others.length;
  });
  setRenewedCookie(ctx, renewal);
  return { ended };
}
