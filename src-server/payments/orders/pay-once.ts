import { refuse } from '#domain/refusal';
import { askedFor } from '#server/audit/money-write';
import type { Decision } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import type { SignedInContext } from '#server/kernel/context';
import { type Asked, keptAnswer } from '#server/ledger/once';
import type { Placed } from './decide-order.ts';
import type { Order } from './order-answer.ts';
import { sendNow } from './send-now.ts';
import { waitingOrder } from './waiting-order.ts';

/** How an order is decided, and what must be found out before: from the provider, or at some cost. */
export type Paying<Prepared extends object, Facts extends object> = {
  decision: Decision<Prepared, Facts, Placed>;
  prepare: () => Promise<Prepared>;
};

/**
 * Places and sends an order once per key; one that can be undone waits, 'held'. Refuses what `prepare` and the decision refuse, IDEMPOTENCY_KEY_REUSED.
 */
export async function payOnce<Prepared extends object, Facts extends object>(
  ctx: SignedInContext,
  input: { idempotencyKey?: string | undefined },
  paying: Paying<Prepared, Facts>,
): Promise<Order> {
  const asked = askedFor(paying.decision.operation, input);
  const kept = await keptAnswer<Placed>(ctx, asked);
  const { id, releaseAt } = kept ?? (await place(ctx, asked, paying));
  if (releaseAt !== undefined) return (await waitingOrder(ctx.db, ctx.user.id, id)) ?? refuse('NOT_FOUND');
  return sendNow(ctx, id, { isRepeat: kept !== null, isAwaited: ctx.answersNobody !== true });
}

/** A concurrent call may have placed the order: then the error of this call does not count. */
async function place<Prepared extends object, Facts extends object>(
  ctx: SignedInContext,
  asked: Asked,
  { decision, prepare }: Paying<Prepared, Facts>,
): Promise<Placed> {
  try {
    return await decideTogether(ctx, decision, await prepare(), asked);
  } catch (error) {
    const kept = await keptAnswer<Placed>(ctx, asked).catch(() => null);
    if (!kept) throw error;
    return kept;
  }
}
