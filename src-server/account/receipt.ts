import { z } from 'zod';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/context';
import { keptReceipt } from '#server/document/receipt';
import { readReceipt } from '#server/document/receipt-content';
import type { FileAnswer } from '#server/rest';

/** Input of a receipt: the id of a transaction. */
export const receiptSchema = z.object({ id: z.string() });

/**
 * The receipt of a transaction as a PDF: one for both sides, the same bytes whenever it is asked for. A transaction that
 * does not exist, or that moved nothing of the caller's, is NOT_FOUND.
 */
export async function receipt(
  ctx: SignedInContext,
  { id }: z.output<typeof receiptSchema>,
): Promise<FileAnswer> {
  const read = await readReceipt(ctx.db, ctx.env, id);
  if (!read?.holderIds.includes(ctx.user.id)) refuse('NOT_FOUND');
  const { bytes, code } = await keptReceipt(ctx, read);
  return {
    bytes: new Uint8Array(bytes),
    fileName: `comprovante-${code.toLowerCase()}.pdf`,
    contentType: 'application/pdf',
  };
}
