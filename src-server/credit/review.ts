import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/context';
import { tellAdmins } from '#server/outbox/tell-admins';
import { instalmentsOf } from './queries.ts';
import { type ProposalAnswer, proposalAnswer } from './shapes.ts';

/**
 * The customer asks a person to look at the automatic analysis of one of their proposals (LGPD, art. 20); administrators
 * are told once, and asking again changes nothing. Refuses NOT_FOUND.
 */
export async function askReview(ctx: SignedInContext, { id }: { id: string }): Promise<ProposalAnswer> {
  const at = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    const isOwn = and(eq(proposals.id, id), eq(proposals.userId, ctx.user.id));
    const [asked] = await tx
      .update(proposals)
      .set({ reviewAskedAt: at })
      .where(and(isOwn, isNull(proposals.reviewAskedAt)))
      .returning();
    const [row] = asked ? [asked] : await tx.select().from(proposals).where(isOwn);
    if (!row) refuse('NOT_FOUND');
    const instalments = (await instalmentsOf(tx, [id])).get(id) ?? [];
    if (asked) {
      await tellAdmins(tx, ctx.env, 'notifyCreditProposals', {
        kind: 'credit_review_asked',
        title: 'Pedido de revisão de análise de crédito',
        text: `${ctx.user.fullName} pede que uma pessoa reveja a análise de “${row.purpose}”.`,
        href: '/admin/credit',
        label: 'Ver propostas',
        at,
      });
      await record(tx, ctx, {
        action: 'ask_credit_review',
        entityType: 'credit_proposal',
        entityId: id,
      });
    }
    return proposalAnswer(row, instalments, ctx.clock.today(), { isAdmin: false });
  });
}
