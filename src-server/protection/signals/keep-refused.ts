import { toDecimal } from '#domain/money';
import type { Signal } from '#domain/protection/signals';
import { Refusal, type RefusalDetails } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import { countInTransaction } from '#server/auth/attempts';
import { ownRow } from '#server/auth/own-row';
import { accessIdOf, type SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';

/**
 * Keeps a payment that its signals forbid, and tells its customer; once for a request that is repeated, and few an hour. Nothing
 * moved.
 */
export async function keepRefused(
  ctx: SignedInContext,
  idempotencyKey: string | undefined,
  { payment, signals, reasons }: NonNullable<RefusalDetails['doubtful']>,
): Promise<void> {
  const { kind, amountCents, target, payee } = payment;
  const id = newId();
  try {
    await ctx.db.transaction(async (tx) => {
      const kept = await tx
        .insert(tx.tables.refusedPayments)
        .values({
          id,
          userId: ctx.user.id,
          kind,
          amountCents,
          target,
          payeeName: payee,
          accessId: accessIdOf(ctx),
          idempotencyKey: idempotencyKey ?? null,
          signals,
          createdAt: ctx.clock.now(),
        })
        .onConflictDoNothing()
        .returning({ id: tx.tables.refusedPayments.id });
      if (kept.length === 0) return;
      await countInTransaction(tx, ctx, 'refusedPayment', sharerOf(ctx));
      const owner = await ownRow(tx, ctx.user.id);
      await queueMessage(tx, ctx, 'payment_refused', owner, { payment, reasons: reasons as Signal[] });
      await record(tx, ctx, {
        action: 'refuse_doubtful_payment',
        entityId: ctx.user.id,
        changes: { payment: id, amount: toDecimal(amountCents), kind, reasons: reasons.join(', ') },
      });
    });
  } catch (error) {
    // The payment is refused all the same.
    if (!(error instanceof Refusal && error.code === 'TOO_MANY_ATTEMPTS')) throw error;
  }
}
