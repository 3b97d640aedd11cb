import { parseDecimal } from '#domain/money';

/** From what percentage of the income on an instalment is a burden, and from what on too much of one. */
export const INCOME_SHARE_BANDS = { caution: 20, excess: 30 } as const;

/** An instalment as a percentage of the monthly income, both decimal text, with one decimal; null without an income. */
export function incomeShare(instalment: string, monthlyIncome: string): number | null {
  const instalmentCents = parseDecimal(instalment);
  const incomeCents = parseDecimal(monthlyIncome);
  if (instalmentCents === null || incomeCents === null || incomeCents <= 0) return null;
  return Math.round((instalmentCents * 1000) / incomeCents) / 10;
}
