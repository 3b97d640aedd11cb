import { Decimal } from 'decimal.js';
import type { DatedInstalment } from './dated-schedule.ts';

const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Percent: daily on each part of the principal, and once on the whole. */
export type IofRates = { dailyPercent: string; additionalPercent: string };

/** Defaults (Decreto 6.306/2007, art. 7, with Decreto 12.499/2025 for companies). */
export const IOF_RATES: IofRates = { dailyPercent: '0.0082', additionalPercent: '0.38' };

/** Maximum days taxed (Decreto 6.306/2007, art. 7, § 1). */
const MAX_DAYS = 365;

/** Cents; each part rounded half up once. */
export type CreditIof = { dailyCents: number; additionalCents: number; totalCents: number };

export function creditIof(rows: readonly DatedInstalment[], rates: IofRates = IOF_RATES): CreditIof {
  let weighted = new Precise(0);
  let principalCents = 0;
  for (const row of rows) {
    weighted = weighted.add(new Precise(row.principalCents).mul(Math.min(row.daysFromPayout, MAX_DAYS)));
    principalCents += row.principalCents;
  }
  const dailyCents = weighted.mul(rates.dailyPercent).div(100).round().toNumber();
  const additionalCents = new Precise(principalCents)
    .mul(rates.additionalPercent)
    .div(100)
    .round()
    .toNumber();
  return { dailyCents, additionalCents, totalCents: dailyCents + additionalCents };
}
