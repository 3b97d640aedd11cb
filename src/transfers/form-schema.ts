import { z } from 'zod';
import { receiveSchema, transferSchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';

/** An amount as the form has it: where nothing was typed, what is wrong is that it is not above zero. */
const typedAmountSchema = z
  .union([z.number(), z.string()])
  .transform((typed) => (typed === '' ? 0 : typed))
  .pipe(amountSchema);

/** The first step of a transfer: the procedure's own input, whose key nobody types. */
export const draftSchema = transferSchema
  .omit({ idempotencyKey: true })
  .extend({ amount: typedAmountSchema });

/** What the person filled in, as the procedure takes it; the amount is decimal text. */
export type TransferDraft = z.input<typeof draftSchema>;

/** The form behind a Receber QR. */
export const chargeSchema = receiveSchema.extend({ amount: typedAmountSchema });
