import { and, eq, gte, inArray, isNull } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { ProviderPixReturn } from '#server/provider/money-shapes';
import { isBooked, receiveOnce } from '../receive.ts';

/** 'awaits': it may be of an open order of which the bank does not know the end-to-end id yet, and is booked later. */
export type ReturnOutcome = 'booked' | 'nothing' | 'awaits';

/**
 * Books, once, what the receiver of a customer's PIX gave back, whole or a part, linked to the customer's order. `back` must come from a
 * query. 'nothing': not of money, booked before, or of an order that the provider itself gave back. Booked without its order, an amount
 * would be given back once more if the provider then says that the order failed.
 */
export async function receiveReturn(
  bank: Bank,
  receiver: Pick<OpenExternalAccount, 'userId' | 'accountId'>,
  back: ProviderPixReturn,
): Promise<ReturnOutcome> {
  const { db } = bank;
  if (back.status !== 'DONE' || back.amountCents <= 0 || (await isBooked(db, back.id))) return 'nothing';
  // Before its order is looked for, which may end meanwhile.
  const mayBeOfOpen = await hasOpenOrder(db, receiver.userId, back.amountCents);
  const order = await orderBehind(db, receiver.userId, back.originalEndToEndId);
  if (!order && mayBeOfOpen) return 'awaits';
  const isBookedNow = await receiveOnce(bank, receiver, {
    providerId: back.id,
    userId: receiver.userId,
    amountCents: back.amountCents,
    payerName: order?.payeeName ?? back.fromName,
    payerDocument: order?.payeeDocument ?? back.fromDocument,
    endToEndId: back.endToEndId,
    isReturn: true,
    orderId: order?.transactionId ?? null,
  });
  return isBookedNow ? 'booked' : 'nothing';
}

/** An open PIX of at least this amount whose end-to-end id is not known. */
async function hasOpenOrder(on: Reader, userId: string, amountCents: number): Promise<boolean> {
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
