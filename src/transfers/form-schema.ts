import type { z } from 'zod';
import { receiveSchema, transferSchema } from '#domain/account/transfer';
import { typedAmountSchema } from '#domain/amount';

/** The first step of a transfer: the procedure's own input, whose key nobody types. */
export const draftSchema = transferSchema
  .omit({ idempotencyKey: true })
  .extend({ amount: typedAmountSchema });

/** What the person filled in, as the procedure takes it; the amount is decimal text. */
export type TransferDraft = z.input<typeof draftSchema>;

/** The form behind a Receber QR. */
export const chargeSchema = receiveSchema.extend({ amount: typedAmountSchema });
