import { Decimal } from 'decimal.js';

const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const MONTH_DAYS = 30;

/** Above so many factors all are forgotten. */
const MOST_FACTORS = 10_000;
const factors = new Map<string, Decimal>();

/**
 * amount / (1 + rate)^(days/30), half up: early payment removes interest (CDC, art. 52, § 2).
 *
 * @param monthlyRatePercent decimal text, '2.49'
 */
export function presentValueCents(
  amountCents: number,
  monthlyRatePercent: string,
  daysUntilDue: number,
): number {
  return new Precise(amountCents).div(factorOf(monthlyRatePercent, daysUntilDue)).round().toNumber();
}

/** Kept, since a power costs 0.1 ms, and a customer may ask for those of 60 instalments again and again. */
function factorOf(monthlyRatePercent: string, days: number): Decimal {
  const name = `${monthlyRatePercent} ${days}`;
  const kept = factors.get(name);
  if (kept) return kept;
  const factor = new Precise(monthlyRatePercent).div(100).add(1).pow(new Precise(days).div(MONTH_DAYS));
  if (factors.size >= MOST_FACTORS) factors.clear();
  factors.set(name, factor);
  return factor;
}
