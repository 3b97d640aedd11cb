import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import type { PixKeyType } from '#domain/pix/key';
import type { ReturnReason } from '#domain/pix/returns';
import type { OrderKind } from '#domain/pix/words';

export type OrderRow = Tables['paymentOrders']['$inferSelect'];

export type NewOrder = {
  kind: OrderKind;
  amountCents: number;
  description: string;
  fromAccountId: string;
  /** Accounts that must be active, beside `fromAccountId`. */
  alsoActive?: readonly string[];
  target?: string;
  targetType?: PixKeyType;
  payeeName?: string | null;
  payeeDocument?: string | null;
  dueOn?: string | null;
  /** Of a return. `incomingId`: what goes back. `reason` null: the provider has given it back by itself. */
  returned?: { incomingId: string; reason: ReturnReason | null; text: string | null };
  /** Of a dynamic code, which is paid instead of the key. */
  payload?: string;
  txid?: string | null;
};

/** A placed order. Its id is its transaction's, and the provider's reference. `intentId`: the payment that it executes; `now`: real time. */
export const newOrderRow = (
  order: NewOrder,
  {
    transactionId,
    intentId,
    userId,
    createdAt,
    now,
  }: Pick<OrderRow, 'transactionId' | 'intentId' | 'userId' | 'createdAt'> & { now: Date },
): OrderRow => ({
  transactionId,
  intentId,
  userId,
  kind: order.kind,
  status: 'reserved',
  amountCents: order.amountCents,
  target: order.target ?? null,
  targetType: order.targetType ?? null,
  payeeName: order.payeeName ?? null,
  payeeDocument: order.payeeDocument ?? null,
  dueOn: order.dueOn ?? null,
  incomingId: order.returned?.incomingId ?? null,
  returnReason: order.returned?.reason ?? null,
  returnText: order.returned?.text ?? null,
  payload: order.payload ?? null,
  txid: order.txid ?? null,
  providerId: null,
  endToEndId: null,
  attempts: 0,
  sentAt: null,
  nextLookAt: now,
  failReason: null,
  concludedById: null,
  createdAt,
  concludedAt: null,
});

export async function insertOrders(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  await tx.insertRows(tx.tables.paymentOrders, rows);
}

export async function findOrder(on: Reader, id: string): Promise<OrderRow | null> {
  const { paymentOrders } = on.tables;
  const [row] = await on.select().from(paymentOrders).where(eq(paymentOrders.transactionId, id));
  return row ?? null;
}

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  const { paymentOrders } = tx.tables;
  const [row] = await forUpdate(tx.select().from(paymentOrders).where(eq(paymentOrders.transactionId, id)));
  return row ?? null;
}
