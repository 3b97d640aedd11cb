import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { ProviderPixReturn } from '#server/provider/money-shapes';
import { ask } from '../orders/ask-provider.ts';
import { isBooked, receiveOnce } from '../receive.ts';

/** 'awaits': it may be of an order of which the bank does not know the end-to-end id yet, and is booked later. */
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
  const order =
    (await orderBehind(db, receiver.userId, back.originalEndToEndId)) ??
    (await orderOfEnded(bank, receiver, back));
  if (order === 'awaits' || (!order && mayBeOfOpen)) return 'awaits';
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

async function hasOpenOrder(on: Reader, userId: string, amountCents: number): Promise<boolean> {
  const { paymentOrders: orders } = on.tables;
  const isPossible = and(
    isUnnamed(orders, userId, amountCents),
    inArray(orders.status, [...OPEN_ORDER_STATUSES]),
  );
  return (await on.$count(orders, isPossible)) > 0;
}

/** Newest orders without an end-to-end id that the provider is asked about. */
const ASKED_AT_ONCE = 5;

/** Among those that ended before the provider told their end-to-end id, which is fixed then; null: none of them. 'awaits': the provider does not say. */
async function orderOfEnded(
  bank: Bank,
  { userId }: Pick<OpenExternalAccount, 'userId'>,
  { amountCents, originalEndToEndId }: ProviderPixReturn,
) {
  const { paymentOrders: orders } = bank.db.tables;
  if (originalEndToEndId === null) return null;
  const ended = await bank.db
    .select()
    .from(orders)
    .where(and(isUnnamed(orders, userId, amountCents), inArray(orders.status, ['done', 'returned'])))
    .orderBy(desc(orders.transactionId))
    .limit(ASKED_AT_ONCE);
  for (const order of ended) {
    const found = await ask(bank, order);
    if (found.kind !== 'answered') return 'awaits';
    if (found.value?.at?.endToEndId === originalEndToEndId) return order;
  }
  return null;
}

/** A PIX of at least this amount whose end-to-end id is not known. */
const isUnnamed = (orders: Tables['paymentOrders'], userId: string, amountCents: number) =>
  and(
    eq(orders.userId, userId),
    eq(orders.kind, 'pix'),
    isNull(orders.endToEndId),
    gte(orders.amountCents, amountCents),
  );

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
