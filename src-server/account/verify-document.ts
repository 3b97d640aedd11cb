import { z } from 'zod';
import { parseDocumentCode } from '#domain/document/code';
import type { VerifyDocumentInput } from '#domain/document/verify';
import { DOCUMENT_KINDS } from '#domain/document/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { alone } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import { findTransactionByCode, keptReceipt, publicFacts } from '#server/document/receipt';
import { type Receipt, readReceipt } from '#server/document/receipt-content';
import { findRegistered, type RegisteredDocument } from '#server/document/register';
import type { Context } from '#server/kernel/context';
import { inTurn } from '#server/kernel/in-turn';
import { findReversal } from '#server/ledger/reverse';
import { authorisedText } from '#server/protection/authorisation';
import { limitedFor } from './receipt.ts';
import { moneySchema } from './shapes.ts';

/**
 * Names are masked. `authorisation`: how the caller authorised it, if they paid it; null for everybody else. `reversedAt`: the money was returned; the document is still genuine. Hashes are null for a payment
 * that did not happen: it has a code, but no receipt.
 */
export const verifiedDocumentSchema = z.object({
  code: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  title: z.string(),
  issuedAt: z.iso.datetime(),
  reversedAt: z.iso.datetime().nullable(),
  amount: moneySchema.nullable(),
  sha256: z.string().nullable(),
  contentSha256: z.string().nullable(),
  authorisation: z.string().nullable(),
  parties: z.array(z.object({ role: z.string(), name: z.string() })),
});
export type VerifiedDocument = z.infer<typeof verifiedDocumentSchema>;

/** Refuses NOT_FOUND, TOO_MANY_ATTEMPTS, BUSY. */
export async function verifyDocument(ctx: Context, input: VerifyDocumentInput): Promise<VerifiedDocument> {
  await countAttempt(ctx, 'verify', ctx.request.ip);
  const code = parseDocumentCode(input.code);
  const document = code && ((await findRegistered(ctx.db, code)) ?? (await receiptByCode(ctx, code)));
  if (!document) refuse('NOT_FOUND', { text: 'Nenhum documento do banco tem este código' });
  const reversal = document.transactionId && (await findReversal(ctx.db, document.transactionId));
  return {
    code: document.code,
    kind: document.kind,
    title: document.title,
    issuedAt: document.issuedAt.toISOString(),
    reversedAt: reversal ? reversal.createdAt.toISOString() : null,
    amount: document.amountCents === null ? null : toDecimal(document.amountCents),
    sha256: document.sha256,
    contentSha256: document.contentSha256,
    authorisation:
      ctx.user &&
      document.transactionId &&
      (await authorisedText(ctx.db, ctx.user.id, document.transactionId)),
    parties: document.maskedParties,
  };
}

type Verifiable = Omit<RegisteredDocument, 'sha256' | 'contentSha256'> &
  Pick<VerifiedDocument, 'sha256' | 'contentSha256'>;

/** Codes are shown before the PDF is requested, so the receipt is created here for its hash. */
async function receiptByCode(ctx: Context, code: string): Promise<Verifiable | null> {
  const transactionId = await findTransactionByCode(ctx.db, code);
  const receipt = transactionId === null ? null : await readReceipt(ctx.db, ctx.env, transactionId);
  if (!receipt || receipt.isReservation) return null;
  const { orderStatus } = receipt;
  if (orderStatus === null || orderStatus === 'done')
    return keptReceipt(ctx, receipt, limitedForAnyone(ctx, receipt));
  const isUndone = orderStatus === 'failed' || orderStatus === 'returned';
  return isUndone ? { ...publicFacts(receipt), sha256: null, contentSha256: null } : null;
}

/** Whoever has many networks, and pays cents to have codes, makes no more receipts than the payer's share. */
const limitedForAnyone =
  (ctx: Context, { payerId }: Receipt) =>
  <Made>(make: () => Promise<Made>): Promise<Made> =>
    limitedFor(
      ctx,
      alone(ctx.request.ip),
    )(async () => {
      if (payerId === null) return make();
      await countAttempt(ctx, 'receiptVerified', payerId);
      return inTurn(`verified ${payerId}`, make);
    });
