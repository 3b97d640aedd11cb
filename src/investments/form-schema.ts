import type { z } from 'zod';
import { typedAmountSchema } from '#domain/amount';
import { investSchema } from '#domain/investment/input';

/** The first step of an investment: the procedure's own input, whose key nobody types. */
export const investDraftSchema = investSchema
  .omit({ idempotencyKey: true })
  .extend({ amount: typedAmountSchema });

/** What the person filled in, as the procedure takes it; the amount is decimal text. */
export type InvestDraft = z.input<typeof investDraftSchema>;
