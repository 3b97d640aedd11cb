import { Decimal } from 'decimal.js';

const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const MONTH_DAYS = 30;

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
  const factor = new Precise(monthlyRatePercent)
    .div(100)
    .add(1)
    .pow(new Precise(daysUntilDue).div(MONTH_DAYS));
  return new Precise(amountCents).div(factor).round().toNumber();
}
