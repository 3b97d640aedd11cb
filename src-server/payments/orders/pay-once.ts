import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { findChecking, type HeldAccount } from '#server/account/holders';
import { moneyWrite } from '#server/audit/money-write';
import type { AuditEvent } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { type Asked, keptAnswer } from '#server/ledger/once';
import type { Order } from './order-answer.ts';
import type { NewOrder } from './order-row.ts';
import { placeOrder } from './place-order.ts';
import { sendNow } from './send-now.ts';

/**
 * What `prepare` found out. `check` runs under the account locks, `also` in the same commit with the order's id; `audit`:
 * of the order's transaction.
 */
export type Prepared = {
  order: (checking: HeldAccount) => NewOrder;
  check?: Parameters<typeof placeOrder>[3];
  also?: (tx: Tx, id: string) => Promise<void>;
  audit: Pick<AuditEvent, 'action' | 'changes'>;
};

/**
 * Places and sends an order once per key. Refuses what `prepare` refuses, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS,
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function payOnce(
  ctx: SignedInContext,
  asked: Asked,
  prepare: () => Promise<Prepared>,
): Promise<Order> {
  const kept = await keptAnswer<Placed>(ctx, asked);
  const { id } = kept ?? (await place(ctx, asked, prepare));
  return sendNow(ctx, id, { isRepeat: kept !== null });
}

type Placed = { id: string };

/** A concurrent call may have placed the order: then the error of this call does not count. */
async function place(ctx: SignedInContext, asked: Asked, prepare: () => Promise<Prepared>): Promise<Placed> {
  try {
    return await write(ctx, asked, await prepare());
  } catch (error) {
    const kept = await keptAnswer<Placed>(ctx, asked).catch(() => null);
    if (!kept) throw error;
    return kept;
  }
}

const write = (
  ctx: SignedInContext,
  asked: Asked,
  { order, check, also, audit }: Prepared,
): Promise<Placed> =>
  moneyWrite(ctx, asked, async (tx) => {
    const checking = await findChecking(tx, ctx.user.id);
    if (!checking) refuse('ACCOUNT_INACTIVE');
    const id = await placeOrder(tx, ctx, { ...order(checking), idempotencyKey: asked.key }, check);
    await also?.(tx, id);
    return { answer: { id }, audit: { ...audit, entityId: id } };
  });
