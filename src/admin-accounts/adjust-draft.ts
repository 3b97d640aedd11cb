import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { typedAmountSchema } from '#domain/amount';
import { formatBrl, parseDecimal, toDecimal } from '#domain/money';

export const adjustDraftSchema = z.object({
  side: z.enum(['credit', 'debit']),
  amount: typedAmountSchema,
  reason: reasonSchema,
});
export type AdjustDraft = z.input<typeof adjustDraftSchema>;

export const EMPTY_DRAFT: AdjustDraft = { side: 'credit', amount: '', reason: '' };

/** The amount as the API takes it: decimal text, negative for a debit. */
export function signedAmount({ side, amount }: AdjustDraft): string {
  return side === 'debit' ? `-${amount}` : String(amount);
}

/** Decimal text. */
export function balanceAfter(draft: AdjustDraft, balance: string): string {
  return toDecimal((parseDecimal(balance) ?? 0) + (parseDecimal(signedAmount(draft)) ?? 0));
}

/** Why the balance does not allow the adjustment; null if it does. */
export function shortfall(draft: AdjustDraft, balance: string): string | null {
  const left = parseDecimal(balanceAfter(draft, balance)) ?? 0;
  return left < 0 ? `O saldo ficaria negativo: ${formatBrl(left)}` : null;
}
