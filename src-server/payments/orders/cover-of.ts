import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { isOwnMove } from '#domain/pix/words';
import type { OrderRow } from './order-row.ts';

type Part = Pick<OrderRow, 'transactionId' | 'kind'>;

/** Whether the order moves a cover. The covered payment has messages of its own for the customer. */
export async function isCover(tx: Tx, { transactionId, kind }: Part): Promise<boolean> {
  const { coveredPayments } = tx.tables;
  return (
    isOwnMove(kind) && (await tx.$count(coveredPayments, eq(coveredPayments.coverId, transactionId))) > 0
  );
}

/** As `isCover`, or the order gives a cover back. */
export async function isCoverOrReturn(tx: Tx, order: Part): Promise<boolean> {
  const { coveredPayments } = tx.tables;
  if (!isOwnMove(order.kind)) return false;
  if (await isCover(tx, order)) return true;
  return (await tx.$count(coveredPayments, eq(coveredPayments.returnId, order.transactionId))) > 0;
}
