import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';
import { type Order, openOrders, ownOrder } from './orders/order-answer.ts';
import { waitingOrder } from './orders/waiting-order.ts';

/** Also one that waits. Refuses NOT_FOUND. */
export async function order(ctx: SignedInContext, { id }: { id: string }): Promise<Order> {
  const { db, user } = ctx;
  return (await ownOrder(db, user.id, id)) ?? (await waitingOrder(db, user.id, id)) ?? refuse('NOT_FOUND');
}

export const orders = (ctx: SignedInContext): Promise<Order[]> => openOrders(ctx.db, ctx.user.id);
