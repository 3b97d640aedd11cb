import type { Tx } from '#db/db';
import type { SignedInContext } from '#server/kernel/context';
import { reserve } from './order-postings.ts';
import type { NewOrder } from './order-row.ts';

/**
 * Reserves the money and stores the order. Returns its id, also its transaction's and the provider's reference. `check`
 * runs under the account locks. Refuses ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS. The caller audits.
 */
export async function placeOrder(
  tx: Tx,
  ctx: Pick<SignedInContext, 'clock' | 'user'>,
  order: NewOrder & { idempotencyKey: string | undefined },
  check: (tx: Tx) => Promise<void> = async () => {},
): Promise<string> {
  const { paymentOrders } = tx.tables;
  const { kind, amountCents } = order;
  const by = {
    createdAt: ctx.clock.now(),
    actorId: ctx.user.id,
    idempotencyKey: order.idempotencyKey,
  };
  const posted = await reserve(tx, order, by);
  await check(tx);
  await tx.insert(paymentOrders).values({
    transactionId: posted.transactionId,
    userId: ctx.user.id,
    kind,
    status: 'reserved',
    amountCents,
    target: order.target,
    targetType: order.targetType,
    payeeName: order.payeeName,
    payeeDocument: order.payeeDocument,
    dueOn: order.dueOn,
    attempts: 0,
    nextLookAt: ctx.clock.real(),
    createdAt: by.createdAt,
  });
  return posted.transactionId;
}
