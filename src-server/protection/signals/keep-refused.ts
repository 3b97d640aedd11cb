import { toDecimal } from '#domain/money';
import type { Signal } from '#domain/protection/signals';
import type { RefusalDetails } from '#domain/refusal';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import { ownRow } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';

/** Keeps a payment that its signals forbid, and tells its customer. Nothing moved. Refuses TOO_MANY_ATTEMPTS. */
export async function keepRefused(
  ctx: SignedInContext,
  { payment, signals, reasons }: NonNullable<RefusalDetails['doubtful']>,
): Promise<void> {
  await countAttempt(ctx, 'confirmation', ctx.user.id);
  const { kind, amountCents, target, payee } = payment;
  const id = newId();
  await ctx.db.transaction(async (tx) => {
    await tx.insert(tx.tables.refusedPayments).values({
      id,
      userId: ctx.user.id,
      kind,
      amountCents,
      target,
      payeeName: payee,
      accessId: ctx.session?.publicId ?? ctx.token?.id ?? null,
      signals,
      createdAt: ctx.clock.now(),
    });
    const owner = await ownRow(tx, ctx.user.id);
    await queueMessage(tx, ctx, 'payment_refused', owner, { payment, reasons: reasons as Signal[] });
    await record(tx, ctx, {
      action: 'refuse_doubtful_payment',
      entityId: ctx.user.id,
      changes: { payment: id, amount: toDecimal(amountCents), kind, reasons: reasons.join(', ') },
    });
  });
}
