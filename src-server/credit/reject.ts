import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { rejectSchema } from '#domain/credit/input';
import { UNDECIDED } from '#domain/credit/words';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { holderOf, proposalById } from './queries.ts';
import { type ProposalAnswer, proposalAnswer } from './shapes.ts';

/** Refuses NOT_FOUND, PROPOSAL_DECIDED; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE. */
export async function reject(
  ctx: SignedInContext,
  { id, reason }: z.output<typeof rejectSchema>,
): Promise<ProposalAnswer> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  const at = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    const before = await proposalById(tx, id);
    const [row] = await tx
      .update(proposals)
      .set({
        status: 'rejected',
        decisionReason: reason,
        decidedAt: at,
        decidedById: ctx.user.id,
      })
      .where(and(eq(proposals.id, id), inArray(proposals.status, [...UNDECIDED])))
      .returning();
    if (!row) refuse('PROPOSAL_DECIDED');
    await queueMessage(tx, ctx, 'credit_rejected', await receiverOf(tx, row.userId), row);
    const holder = await holderOf(tx, row.userId);
    await record(tx, ctx, {
      action: 'reject_credit',
      entityId: id,
      changes: { status: { from: before.status, to: 'rejected' }, reason: row.decisionReason },
    });
    return proposalAnswer(row, [], ctx.clock.today(), { isAdmin: true, holder });
  });
}
