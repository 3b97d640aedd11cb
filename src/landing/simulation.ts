import { priceSchedule } from '#domain/credit/price';
import { BASE_RATE_PERCENT, totalInterestCents } from '#domain/credit/pricing';
import { parseDecimal } from '#domain/money';

export const MIN_SIMULATED_REAIS = 500;
export const MAX_SIMULATED_REAIS = 100_000;
export const SIMULATED_TERMS = [6, 12, 24, 36, 48] as const;

/** By the Price table at the bank's middle rate. */
export function simulate(reais: number, termMonths: number) {
  const ratePercent = BASE_RATE_PERCENT.moderado;
  const { instalmentCents, totalCents, rows } = priceSchedule(
    parseDecimal(String(reais)) ?? 0,
    ratePercent,
    termMonths,
  );
  return { ratePercent, instalmentCents, totalCents, interestCents: totalInterestCents(rows) };
}
