import { outcomeOf } from '#domain/pix/order';
import { refuse } from '#domain/refusal';
import { type Sharer, sharerOf } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import { pdfOfNetwork } from '#server/document/one-pdf';
import { keptReceipt } from '#server/document/receipt';
import { readReceipt } from '#server/document/receipt-content';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { inTurn } from '#server/kernel/in-turn';

/** Shown for a refunded payment, whose reversal has its own receipt. */
const NOT_DONE = 'Este pagamento não foi concluído, ou foi devolvido: veja o comprovante do estorno';

const RESERVATION = 'Uma reserva e o seu fim não têm comprovante: só o pagamento, quando é feito';

/**
 * Always the same bytes, for both sides. Refuses NOT_FOUND, RECEIPT_NOT_READY (payment reserved, pending or
 * refunded), TOO_MANY_ATTEMPTS, BUSY.
 */
export async function receipt(ctx: SignedInContext, { id }: { id: string }): Promise<FileAnswer> {
  const read = await readReceipt(ctx.db, ctx.env, id);
  if (!read?.holderIds.includes(ctx.user.id)) refuse('NOT_FOUND');
  if (read.isReservation) refuse('RECEIPT_NOT_READY', { text: RESERVATION });
  if (read.orderStatus !== null && read.orderStatus !== 'done')
    refuse('RECEIPT_NOT_READY', { ...(outcomeOf(read.orderStatus) === 'failed' && { text: NOT_DONE }) });
  const { bytes, code } = await keptReceipt(ctx, read, limitedFor(ctx, sharerOf(ctx)));
  return {
    bytes: new Uint8Array(bytes),
    fileName: `comprovante-${code.toLowerCase()}.pdf`,
    contentType: 'application/pdf',
  };
}

/**
 * New receipts of one caller and of one network are made one at a time, and counted. One that waits for its caller's others is among those that
 * wait in the network, so that they hold few of its places. Refuses TOO_MANY_ATTEMPTS, BUSY.
 */
export const limitedFor =
  (ctx: Pick<SignedInContext, 'db' | 'clock' | 'request'>, who: Sharer) =>
  <Made>(make: () => Promise<Made>): Promise<Made> =>
    pdfOfNetwork(ctx, () =>
      // Not the turn of the caller's reading, for which a PDF of theirs may wait while it has the network's.
      inTurn(`receipts of ${who.name}`, async () => {
        await countAttempt(ctx, 'receipt', who.name);
        await countAttempt(ctx, 'receiptDay', who);
        return make();
      }),
    );
