import { z } from 'zod';
import { idSchema } from '#domain/page';
import { outcomeOf } from '#domain/pix/order';
import { refuse } from '#domain/refusal';
import { keptReceipt } from '#server/document/receipt';
import { readReceipt } from '#server/document/receipt-content';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';

/** Input of a receipt: the id of a transaction. */
export const receiptSchema = z.object({ id: idSchema });

/** Said of a payment whose money came back: what happened instead has a receipt of its own. */
const NOT_DONE = 'Este pagamento não foi concluído, ou foi devolvido: veja o comprovante do estorno';

/**
 * The receipt of a transaction as a PDF: one for both sides, the same bytes whenever it is asked for. A transaction that
 * does not exist, or that moved nothing of the caller's, is NOT_FOUND. Refuses RECEIPT_NOT_READY while a payment is on its
 * way, and when its money came back.
 */
export async function receipt(
  ctx: SignedInContext,
  { id }: z.output<typeof receiptSchema>,
): Promise<FileAnswer> {
  const read = await readReceipt(ctx.db, ctx.env, id);
  if (!read?.holderIds.includes(ctx.user.id)) refuse('NOT_FOUND');
  if (read.orderStatus !== null && read.orderStatus !== 'done')
    refuse('RECEIPT_NOT_READY', { ...(outcomeOf(read.orderStatus) === 'failed' && { text: NOT_DONE }) });
  const { bytes, code } = await keptReceipt(ctx, read);
  return {
    bytes: new Uint8Array(bytes),
    fileName: `comprovante-${code.toLowerCase()}.pdf`,
    contentType: 'application/pdf',
  };
}
