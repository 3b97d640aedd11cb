import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { DecideReviewInput } from '#domain/admin/reviews';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { refuseCorrector } from '#server/auth/two-administrators';
import type { SignedInContext } from '#server/kernel/context';
import { findWaiting } from '#server/protection/waiting/waiting-row';

export const decidedReviewSchema = z.object({ id: z.string(), state: z.enum(['approved', 'refused']) });

/**
 * Decides on a payment that is held for review; the worker then makes it, or gives its money back and tells the customer why.
 * Refuses NOT_FOUND, CORRECTED_BY_YOU (an approval), REVIEW_DECIDED (also once its customer has undone it, all access has ended, or its
 * day is over), IDEMPOTENCY_KEY_REUSED; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE. Not a decision: it moves no money, the
 * worker's decision does.
 */
export async function decideReview(
  ctx: SignedInContext,
  input: DecideReviewInput,
): Promise<z.output<typeof decidedReviewSchema>> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  const { id, decision, reason } = input;
  return moneyWrite(ctx, askedFor('decideReview', input), async (tx, by) => {
    const { paymentReviews: reviews, waitingPayments } = tx.tables;
    const waiting = await findWaiting(tx, id);
    const [known] = await tx.select().from(reviews).where(eq(reviews.transactionId, id));
    if (!waiting || !known) refuse('NOT_FOUND');
    if (decision === 'approved') await refuseCorrector(tx, ctx, waiting.userId);
    // After that the money goes back, as its customer was told.
    if (waiting.releaseAt <= by.createdAt) refuse('REVIEW_DECIDED');
    // Claims the payment before its review: whoever ends it meanwhile goes first, and nothing is decided on it.
    const stillWaits = and(
      eq(waitingPayments.transactionId, id),
      eq(waitingPayments.status, 'waiting'),
      // Else its money goes back.
      isNull(waitingPayments.reason),
    );
    const claimed = await tx
      .update(waitingPayments)
      .set({ nextLookAt: ctx.clock.real() })
      .where(stillWaits)
      .returning({ id: waitingPayments.transactionId });
    const decided = await tx
      .update(reviews)
      .set({ status: decision, reason, decidedById: ctx.user.id, decidedAt: by.createdAt })
      .where(and(eq(reviews.transactionId, id), eq(reviews.status, 'pending')))
      .returning({ id: reviews.transactionId });
    if (claimed.length === 0 || decided.length === 0) refuse('REVIEW_DECIDED');
    return {
      answer: { id, state: decision },
      audit: {
        action: 'review_payment',
        entityId: id,
        changes: { decision, reason, userId: waiting.userId, amount: toDecimal(waiting.amountCents) },
      },
    };
  });
}
