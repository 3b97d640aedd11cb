import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';
import { type Order, openOrders, ownOrder } from './orders/order-answer.ts';

export async function order(ctx: SignedInContext, { id }: { id: string }): Promise<Order> {
  return (await ownOrder(ctx.db, ctx.user.id, id)) ?? refuse('NOT_FOUND');
}

export const orders = (ctx: SignedInContext): Promise<Order[]> => openOrders(ctx.db, ctx.user.id);
