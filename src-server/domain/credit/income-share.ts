import { parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';

/** Percent of the income. */
export const INCOME_SHARE_BANDS = { caution: 20, excess: 30 } as const;

/** Percent with one decimal; null without income. Both are decimal text. */
export function incomeShare(instalment: string, monthlyIncome: string): number | null {
  const instalmentCents = parseDecimal(instalment);
  const incomeCents = parseDecimal(monthlyIncome);
  if (instalmentCents === null || incomeCents === null || incomeCents <= 0) return null;
  return Math.round((instalmentCents * 1000) / incomeCents) / 10;
}

/** 13.4 → '13,4%', as screens and texts write it. */
export const formatShare = (share: number): string => formatPercent(share.toFixed(1));
