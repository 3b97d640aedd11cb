import type { Instalment } from './price.ts';
import type { RiskLevel } from './risk-level.ts';

/** Default rates, percent a month. */
export const BASE_RATE_PERCENT: Record<RiskLevel, string> = {
  muito_baixo: '1.49',
  baixo: '1.99',
  moderado: '2.49',
  alto: '3.49',
  muito_alto: '4.99',
};

export const totalInterestCents = (rows: Instalment[]): number =>
  rows.reduce((sum, row) => sum + row.interestCents, 0);
