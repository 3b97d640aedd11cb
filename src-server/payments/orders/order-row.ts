import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import type { PixKeyType } from '#domain/pix/key';
import type { OrderKind } from '#domain/pix/words';

/** An order as the bank has it. */
export type OrderRow = Tables['paymentOrders']['$inferSelect'];

/** Money that is to leave, or to change pots. What the provider is asked with stands in `target`: a key, or a slip's line. */
export type NewOrder = {
  kind: OrderKind;
  amountCents: number;
  description: string;
  fromAccountId: string;
  /** Accounts that must be active beside the one it comes from. */
  alsoActive?: readonly string[];
  target?: string;
  targetType?: PixKeyType;
  payeeName?: string | null;
  payeeDocument?: string | null;
  dueOn?: string | null;
};

/** The order of this id, or null. */
export async function findOrder(on: Reader, id: string): Promise<OrderRow | null> {
  const { paymentOrders } = on.tables;
  const [row] = await on.select().from(paymentOrders).where(eq(paymentOrders.transactionId, id));
  return row ?? null;
}

/** The order, kept from changing until the transaction ends: what is decided from it is so when it is written. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  const { paymentOrders } = tx.tables;
  const [row] = await forUpdate(tx.select().from(paymentOrders).where(eq(paymentOrders.transactionId, id)));
  return row ?? null;
}
