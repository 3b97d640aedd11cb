import { and, eq, gte, inArray, isNull } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { ProviderPixReturn } from '#server/provider/money-shapes';
import { isBooked, receiveOnce } from '../receive.ts';

/**
 * Books, once, what the receiver of a customer's PIX gave back, whole or a part, linked to the customer's order. `back` must come from a
 * query. Returns whether this call booked it: not one of an order that the provider itself gave back, nor one that `awaitsItsOrder`.
 */
export async function receiveReturn(
  bank: Bank,
  receiver: Pick<OpenExternalAccount, 'userId' | 'accountId'>,
  back: ProviderPixReturn,
): Promise<boolean> {
  if (back.status !== 'DONE' || back.amountCents <= 0 || (await isBooked(bank.db, back.id))) return false;
  const order = await orderBehind(bank.db, receiver.userId, back.originalEndToEndId);
  if (!order && (await awaitsItsOrder(bank.db, receiver.userId, back))) return false;
  return receiveOnce(bank, receiver, {
    providerId: back.id,
    userId: receiver.userId,
    amountCents: back.amountCents,
    payerName: order?.payeeName ?? back.fromName,
    payerDocument: order?.payeeDocument ?? back.fromDocument,
    endToEndId: back.endToEndId,
    isReturn: true,
    orderId: order?.transactionId ?? null,
  });
}

/**
 * Whether it may be of an open order of which the bank does not know the end-to-end id yet. Booked without its order, the same amount
 * would be given back once more if the provider then says that the order failed.
 */
export async function awaitsItsOrder(
  on: Reader,
  userId: string,
  { amountCents, originalEndToEndId }: Pick<ProviderPixReturn, 'amountCents' | 'originalEndToEndId'>,
): Promise<boolean> {
  if (await orderBehind(on, userId, originalEndToEndId)) return false;
  const { paymentOrders: orders } = on.tables;
  const isPossible = and(
    eq(orders.userId, userId),
    eq(orders.kind, 'pix'),
    inArray(orders.status, [...OPEN_ORDER_STATUSES]),
    isNull(orders.endToEndId),
    gte(orders.amountCents, amountCents),
  );
  return (await on.$count(orders, isPossible)) > 0;
}

/** The customer's PIX that came back; null if the bank does not know it. */
async function orderBehind(on: Reader, userId: string, endToEndId: string | null) {
  const { paymentOrders: orders } = on.tables;
  if (endToEndId === null) return null;
  const [order] = await on
    .select(columnsOf(orders, 'transactionId', 'payeeName', 'payeeDocument'))
    .from(orders)
    .where(and(eq(orders.endToEndId, endToEndId), eq(orders.userId, userId), eq(orders.kind, 'pix')));
  return order ?? null;
}
