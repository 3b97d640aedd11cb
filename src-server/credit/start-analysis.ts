import { and, eq } from 'drizzle-orm';
import { UNDECIDED } from '#domain/credit/words';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { holderOf, proposalById } from './queries.ts';
import { type ProposalAnswer, proposalAnswer } from './shapes.ts';

/** Idempotent. Refuses NOT_FOUND, PROPOSAL_DECIDED. */
export async function startAnalysis(ctx: SignedInContext, { id }: { id: string }): Promise<ProposalAnswer> {
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    const [started] = await tx
      .update(proposals)
      .set({ status: 'under_analysis' })
      .where(and(eq(proposals.id, id), eq(proposals.status, 'pending')))
      .returning();
    const row = started ?? (await proposalById(tx, id));
    if (!UNDECIDED.some((status) => status === row.status)) refuse('PROPOSAL_DECIDED');
    const holder = await holderOf(tx, row.userId);
    if (started)
      await record(tx, ctx, {
        action: 'start_credit_analysis',
        entityId: id,
        changes: { status: { from: 'pending', to: 'under_analysis' } },
      });
    return proposalAnswer(row, [], ctx.clock.today(), { isAdmin: true, holder });
  });
}
