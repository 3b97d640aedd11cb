import type { z } from 'zod';
import { receiveSchema, transferSchema } from '#domain/account/transfer';
import { typedAmountSchema } from '#domain/amount';

/** The procedure's input without its idempotency key. */
export const draftSchema = transferSchema
  .omit({ idempotencyKey: true })
  .extend({ amount: typedAmountSchema });

/** As typed; the amount is decimal text. */
export type TransferDraft = z.input<typeof draftSchema>;

export const chargeSchema = receiveSchema.extend({ amount: typedAmountSchema });
