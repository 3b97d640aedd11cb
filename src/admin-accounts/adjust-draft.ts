import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { typedAmountSchema } from '#domain/amount';
import { parseDecimal, toDecimal } from '#domain/money';

/** What the form of an adjustment asks: which way the money goes, how much, why. */
export const adjustDraftSchema = z.object({
  side: z.enum(['credit', 'debit']),
  amount: typedAmountSchema,
  reason: reasonSchema,
});
export type AdjustDraft = z.input<typeof adjustDraftSchema>;

export const EMPTY_DRAFT: AdjustDraft = { side: 'credit', amount: '', reason: '' };

/** The draft's amount as the bank takes it: decimal text, with a minus when the money leaves the account. */
export function signedAmount({ side, amount }: AdjustDraft): string {
  return side === 'debit' ? `-${amount}` : String(amount);
}

/** What the account will have, from what it has (decimal text). */
export function balanceAfter(draft: AdjustDraft, balance: string): string {
  return toDecimal((parseDecimal(balance) ?? 0) + (parseDecimal(signedAmount(draft)) ?? 0));
}
