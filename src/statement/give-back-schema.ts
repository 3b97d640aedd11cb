import { typedAmountSchema } from '#domain/amount';
import { type ReturnReason, refuseUntold, returnFields } from '#domain/pix/returns';

export const giveBackDraftSchema = returnFields
  .extend({ amount: typedAmountSchema })
  .superRefine(refuseUntold);

/** As typed; the amount is decimal text. */
export type GiveBackDraft = { amount: string; reason: ReturnReason; reasonText: string };
