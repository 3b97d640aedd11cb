import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reader } from '#db/db';
import type { answerReviewSchema } from '#domain/credit/input';
import { REVIEWABLE } from '#domain/credit/words';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { queueForAdmins, queueMessage, receiverOf } from '#server/outbox/queue-message';
import { holderOf, instalmentsOf, proposalById } from './queries.ts';
import { type ProposalAnswer, proposalAnswer } from './shapes.ts';

export function isReviewOpen({ tables: { creditProposals: proposals } }: Reader): SQL | undefined {
  return and(
    isNotNull(proposals.reviewAskedAt),
    isNull(proposals.reviewedAt),
    inArray(proposals.status, [...REVIEWABLE]),
  );
}

/** Human review of an automated decision (LGPD, art. 20); idempotent. Refuses NOT_FOUND, PROPOSAL_DECIDED. */
export async function askReview(ctx: SignedInContext, { id }: { id: string }): Promise<ProposalAnswer> {
  const at = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    const isOwn = and(eq(proposals.id, id), eq(proposals.userId, ctx.user.id));
    const [asked] = await tx
      .update(proposals)
      .set({ reviewAskedAt: at })
      .where(and(isOwn, isNull(proposals.reviewAskedAt), inArray(proposals.status, [...REVIEWABLE])))
      .returning();
    const [row] = asked ? [asked] : await tx.select().from(proposals).where(isOwn);
    if (!row) refuse('NOT_FOUND');
    if (row.reviewAskedAt === null) refuse('PROPOSAL_DECIDED');
    const instalments = (await instalmentsOf(tx, [id])).get(id) ?? [];
    if (asked) {
      const { fullName } = ctx.user;
      await queueForAdmins(tx, ctx, 'credit_review_asked', { fullName, purpose: row.purpose });
      await record(tx, ctx, { action: 'ask_credit_review', entityId: id });
    }
    return proposalAnswer(row, instalments, ctx.clock.today(), { isAdmin: false });
  });
}

/** The decision stays. Refuses NOT_FOUND, NO_OPEN_REVIEW; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE. */
export async function answerReview(
  ctx: SignedInContext,
  { id, text }: z.output<typeof answerReviewSchema>,
): Promise<ProposalAnswer> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  const at = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    await proposalById(tx, id);
    const [row] = await tx
      .update(proposals)
      .set({ reviewedAt: at, reviewText: text })
      .where(and(eq(proposals.id, id), isReviewOpen(tx)))
      .returning();
    if (!row) refuse('NO_OPEN_REVIEW');
    await queueMessage(tx, ctx, 'credit_reviewed', await receiverOf(tx, row.userId), { ...row, text });
    const holder = await holderOf(tx, row.userId);
    await record(tx, ctx, { action: 'answer_credit_review', entityId: id, changes: { text } });
    return proposalAnswer(row, [], ctx.clock.today(), { isAdmin: true, holder });
  });
}
