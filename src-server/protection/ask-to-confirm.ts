import { CONFIRMATION_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { contentOf } from '#domain/protection/content';
import { Refusal, refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { keepRefused } from './signals/keep-refused.ts';

/** A confirmation is found by the request's key: without one it could never be used. */
export function refuseWithoutKey(): never {
  refuse('CONFIRMATION_REQUIRED', {
    text: 'Este pagamento precisa ser confirmado: envie-o com uma chave de idempotência (Idempotency-Key)',
  });
}

/**
 * Runs a payment. If it must be confirmed, keeps what there is to confirm and refuses CONFIRMATION_REQUIRED with its id: the same
 * request, with the same key, is paid once it is confirmed. Keeps one that its signals forbid. Also refuses TOO_MANY_ATTEMPTS, and what `pay` refuses.
 */
export async function askToConfirm<Answer>(
  ctx: SignedInContext,
  { idempotencyKey }: { idempotencyKey?: string | undefined },
  pay: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await pay();
  } catch (error) {
    const { toConfirm, doubtful } = error instanceof Refusal ? error.details : {};
    if (doubtful) await keepRefused(ctx, idempotencyKey, doubtful);
    if (!toConfirm) throw error;
    if (idempotencyKey === undefined || !ctx.session) refuseWithoutKey();
    await countAttempt(ctx, 'confirmation', sharerOf(ctx));
    const createdAt = ctx.clock.real();
    const { payment, reasons } = toConfirm;
    const id = newId();
    const row = {
      id,
      content: contentOf(payment, id),
      amountCents: payment.amountCents,
      reasons,
      userId: ctx.user.id,
      sessionId: ctx.session.publicId,
      idempotencyKey,
      attempts: 0,
      createdAt,
      expiresAt: secondsAfter(createdAt, CONFIRMATION_SECONDS),
    };
    await ctx.db.transaction(async (tx) => {
      await tx.insert(tx.tables.confirmations).values(row);
    });
    refuse('CONFIRMATION_REQUIRED', { confirmationId: id });
  }
}
