import { and, desc, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import { outcomeOf } from '#domain/pix/order';
import { lastReturnDay, leftToReturnCents, returnReasonInWords } from '#domain/pix/returns';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { findReversal } from '#server/ledger/reverse';
import { STANDING } from './open-returns.ts';

const returnSchema = z.object({
  transactionId: z.string(),
  amount: moneySchema,
  status: z.enum(['done', 'processing', 'failed']),
  /** In Portuguese; null: its receiver's, which the payer is not told. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

/**
 * `original`: the PIX that was received or sent, and its other side. `left` and `until`: what can still be given back of it, and the last
 * day for that; null: it was sent, or came back itself. `returns`: newest first.
 */
export const pixReturnsSchema = z.object({
  original: z.object({
    transactionId: z.string(),
    amount: moneySchema,
    name: z.string().nullable(),
    isReceived: z.boolean(),
    createdAt: z.iso.datetime(),
  }),
  left: moneySchema.nullable(),
  until: z.iso.date().nullable(),
  returns: z.array(returnSchema),
});
export type PixReturns = z.infer<typeof pixReturnsSchema>;

/**
 * What was given back of a PIX. `id`: the transaction of the PIX that the customer received or sent, or of one of its returns. Refuses
 * NOT_FOUND.
 */
export async function returnsOf(
  { db, user, clock }: SignedInContext,
  { id }: { id: string },
): Promise<PixReturns> {
  const answer = (await ofReceived(db, user.id, id, clock.today())) ?? (await ofSent(db, user.id, id));
  return answer ?? refuse('NOT_FOUND');
}

/** `id`: of what was received, or of the order that gives it back. */
async function ofReceived(on: Reader, userId: string, id: string, today: string): Promise<PixReturns | null> {
  const { incomingPayments: incoming, heldPayments: held, paymentOrders: orders } = on.tables;
  const [order] = await on
    .select(columnsOf(orders, 'incomingId'))
    .from(orders)
    .where(and(eq(orders.transactionId, id), eq(orders.userId, userId)));
  const isIt = order?.incomingId ? eq(incoming.providerId, order.incomingId) : eq(incoming.transactionId, id);
  const [found] = await on
    .select({ incoming, heldAt: held.createdAt })
    .from(incoming)
    .leftJoin(held, eq(held.providerId, incoming.providerId))
    .where(and(isIt, eq(incoming.userId, userId), eq(incoming.isReturn, false)));
  if (!found) return null;
  const { transactionId, providerId, amountCents, payerName, createdAt } = found.incoming;
  const rows = await on
    .select(
      columnsOf(orders, 'transactionId', 'amountCents', 'status', 'returnReason', 'returnText', 'createdAt'),
    )
    .from(orders)
    .where(eq(orders.incomingId, providerId))
    .orderBy(desc(orders.transactionId));
  const returnedCents = rows.reduce(
    (sum, row) => (STANDING.some((status) => status === row.status) ? sum + row.amountCents : sum),
    0,
  );
  const isTakenBack = (await findReversal(on, transactionId)) !== undefined;
  const until = lastReturnDay(found.heldAt ?? createdAt);
  const leftCents = leftToReturnCents({ amountCents, returnedCents, isTakenBack });
  return {
    original: toOriginal({ transactionId, amountCents, name: payerName, createdAt }, true),
    left: toDecimal(today > until ? 0 : leftCents),
    until,
    returns: rows.map(({ returnReason, returnText, ...row }) => ({
      transactionId: row.transactionId,
      amount: toDecimal(row.amountCents),
      status: outcomeOf(row.status),
      reason: returnReasonInWords(returnReason, returnText),
      createdAt: row.createdAt.toISOString(),
    })),
  };
}

/** `id`: of what was sent, or of what came back of it. */
async function ofSent(on: Reader, userId: string, id: string): Promise<PixReturns | null> {
  const { incomingPayments: incoming, paymentOrders: orders } = on.tables;
  const [cameBack] = await on
    .select(columnsOf(incoming, 'orderId'))
    .from(incoming)
    .where(eq(incoming.transactionId, id));
  const isIt = eq(orders.transactionId, cameBack?.orderId ?? id);
  const [order] = await on
    .select(columnsOf(orders, 'transactionId', 'amountCents', 'payeeName', 'createdAt'))
    .from(orders)
    .where(and(isIt, eq(orders.userId, userId), eq(orders.kind, 'pix'), ne(orders.status, 'failed')));
  if (!order) return null;
  const rows = await on
    .select(columnsOf(incoming, 'transactionId', 'amountCents', 'createdAt'))
    .from(incoming)
    .where(eq(incoming.orderId, order.transactionId))
    .orderBy(desc(incoming.transactionId));
  return {
    original: toOriginal({ ...order, name: order.payeeName }, false),
    left: null,
    until: null,
    returns: rows.map(({ transactionId, amountCents, createdAt }) => ({
      transactionId,
      amount: toDecimal(amountCents),
      status: 'done',
      reason: null,
      createdAt: createdAt.toISOString(),
    })),
  };
}

const toOriginal = (
  row: { transactionId: string; amountCents: number; name: string | null; createdAt: Date },
  isReceived: boolean,
): PixReturns['original'] => ({
  transactionId: row.transactionId,
  amount: toDecimal(row.amountCents),
  name: row.name,
  isReceived,
  createdAt: row.createdAt.toISOString(),
});
