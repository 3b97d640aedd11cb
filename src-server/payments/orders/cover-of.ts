import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { isOwnMove } from '#domain/pix/words';
import type { OrderRow } from './order-row.ts';

type Part = Pick<OrderRow, 'transactionId' | 'kind'>;

/** Moves the cover of a payment, whose own messages tell the customer. */
export async function isCover(tx: Tx, { transactionId, kind }: Part): Promise<boolean> {
  const { coveredPayments } = tx.tables;
  return (
    isOwnMove(kind) && (await tx.$count(coveredPayments, eq(coveredPayments.coverId, transactionId))) > 0
  );
}

/** As `isCover`, or gives a cover back. */
export async function isCoverOrReturn(tx: Tx, order: Part): Promise<boolean> {
  const { coveredPayments } = tx.tables;
  if (!isOwnMove(order.kind)) return false;
  if (await isCover(tx, order)) return true;
  return (await tx.$count(coveredPayments, eq(coveredPayments.returnId, order.transactionId))) > 0;
}
