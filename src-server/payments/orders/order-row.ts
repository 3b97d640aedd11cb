import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import type { PixKeyType } from '#domain/pix/key';
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
};

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
