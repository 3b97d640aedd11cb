import { Decimal } from 'decimal.js';
import { type Cet, cet } from './cet.ts';
import { type DatedSchedule, datedSchedule } from './dated-schedule.ts';
import { type CreditIof, creditIof, type IofRates } from './iof.ts';
import type { LateRates } from './late.ts';
import type { RiskLevel } from './risk-level.ts';
import type { CollateralType } from './words.ts';

/** Percentages are decimal text. */
export type CreditParameters = {
  /** Percent a month. */
  rates: Record<RiskLevel, string>;
  /** Percentage points a month. */
  discounts: Record<CollateralType, string>;
  iof: IofRates;
  late: LateRates;
};

export const COLLATERAL_DISCOUNTS: Record<CollateralType, string> = {
  moto: '0.30',
  carro: '0.50',
  casa: '0.80',
};

/** Percent a month, two decimals, at least zero. */
export function rateOf(
  { rates, discounts }: Pick<CreditParameters, 'rates' | 'discounts'>,
  level: RiskLevel,
  collateral: CollateralType | null,
): string {
  const rate = new Decimal(rates[level]).sub(collateral ? discounts[collateral] : 0);
  return Decimal.max(rate, 0).toFixed(2);
}

export type LoanTerms = DatedSchedule & { iof: CreditIof; netCents: number; cet: Cet };

const YEAR_DAYS = 365;

/** IOF is withheld from the payout and counts in the CET, which is zero if rounding leaves no interest. */
export function loanTerms(
  loan: { amountCents: number; termMonths: number; interestRate: string; payoutOn: string },
  iofRates: IofRates,
): LoanTerms {
  const schedule = datedSchedule(loan.amountCents, loan.interestRate, loan.termMonths, loan.payoutOn);
  const iof = creditIof(schedule.rows, iofRates);
  const netCents = loan.amountCents - iof.totalCents;
  const payments = schedule.rows.map((row) => ({
    amountCents: row.paymentCents,
    years: row.daysFromPayout / YEAR_DAYS,
  }));
  return { ...schedule, iof, netCents, cet: cet(netCents, payments) };
}
