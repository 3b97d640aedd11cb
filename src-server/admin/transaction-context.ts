import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { ORDER_KINDS, ORDER_STATUSES } from '#domain/pix/words';

const id = z.string();
const nullable = z.string().nullable();

export const orderSchema = z
  .object({
    transactionId: id,
    concludedById: nullable,
    kind: z.enum(ORDER_KINDS),
    status: z.enum(ORDER_STATUSES),
    providerId: nullable,
    endToEndId: nullable,
    failReason: nullable,
  })
  .nullable();

export const incomingSchema = z
  .object({ providerId: z.string(), payerName: nullable, endToEndId: nullable })
  .nullable();

/** The order that a transaction reserved, settled or returned (then `reversesId` is the reservation or settlement). */
export async function orderOf(
  db: Reader,
  transaction: { id: string; reversesId: string | null },
): Promise<z.output<typeof orderSchema>> {
  const { paymentOrders: orders } = db.tables;
  const { id: own, reversesId } = transaction;
  const found = async (column: typeof orders.transactionId | typeof orders.concludedById, value: string) => {
    const [row] = await db
      .select({
        transactionId: orders.transactionId,
        concludedById: orders.concludedById,
        kind: orders.kind,
        status: orders.status,
        providerId: orders.providerId,
        endToEndId: orders.endToEndId,
        failReason: orders.failReason,
      })
      .from(orders)
      .where(eq(column, value));
    return row ?? null;
  };
  return (
    (await found(orders.transactionId, own)) ??
    (reversesId === null ? null : await found(orders.transactionId, reversesId)) ??
    (await found(orders.concludedById, own)) ??
    (reversesId === null ? null : await found(orders.concludedById, reversesId))
  );
}

export async function incomingOf(
  db: Reader,
  transactionId: string,
): Promise<z.output<typeof incomingSchema>> {
  const { incomingPayments: incoming } = db.tables;
  const [row] = await db
    .select(columnsOf(incoming, 'providerId', 'payerName', 'endToEndId'))
    .from(incoming)
    .where(eq(incoming.transactionId, transactionId));
  return row ?? (await heldOf(db, transactionId));
}

async function heldOf(db: Reader, transactionId: string): Promise<z.output<typeof incomingSchema>> {
  const { heldPayments: held } = db.tables;
  const [row] = await db
    .select(columnsOf(held, 'providerId', 'payerName', 'endToEndId'))
    .from(held)
    .where(eq(held.transactionId, transactionId));
  return row ?? null;
}
