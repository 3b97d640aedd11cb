import { Decimal } from 'decimal.js';
import { type Cet, cet } from './cet.ts';
import { type DatedSchedule, datedSchedule } from './dated-schedule.ts';
import { type CreditIof, creditIof, type IofRates } from './iof.ts';
import type { LateRates } from './late.ts';
import type { RiskLevel } from './risk-level.ts';
import type { CollateralType } from './score.ts';

/** What the bank prices credit with; administrators change it. Percents as decimal text. */
export type CreditParameters = {
  /** Percent a month by level of risk. */
  rates: Record<RiskLevel, string>;
  /** Percent a month taken off by collateral. */
  discounts: Record<CollateralType, string>;
  iof: IofRates;
  late: LateRates;
};

/** The discounts the bank opens with. */
export const COLLATERAL_DISCOUNTS: Record<CollateralType, string> = {
  moto: '0.30',
  carro: '0.50',
  casa: '0.80',
};

/** The rate of a level with a collateral: percent a month with two places, never below nothing. */
export function rateOf(
  { rates, discounts }: Pick<CreditParameters, 'rates' | 'discounts'>,
  level: RiskLevel,
  collateral: CollateralType | null,
): string {
  const rate = new Decimal(rates[level]).sub(collateral ? discounts[collateral] : 0);
  return Decimal.max(rate, 0).toFixed(2);
}

/** A loan priced: its instalments, its tax, what reaches the customer, and what it costs in all. */
export type LoanTerms = DatedSchedule & { iof: CreditIof; netCents: number; cet: Cet };

const YEAR_DAYS = 365;

/**
 * Prices a loan that is paid out on a day: IOF is taken from what is paid out, and the CET counts it. A loan so short and
 * small that rounding leaves nothing to gain has a CET of zero.
 */
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
