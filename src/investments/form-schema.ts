import type { z } from 'zod';
import { typedAmountSchema } from '#domain/amount';
import { investSchema } from '#domain/investment/input';

/** The procedure's input without its idempotency key. */
export const investDraftSchema = investSchema
  .omit({ idempotencyKey: true })
  .extend({ amount: typedAmountSchema });

/** As typed; the amount is decimal text. */
export type InvestDraft = z.input<typeof investDraftSchema>;
