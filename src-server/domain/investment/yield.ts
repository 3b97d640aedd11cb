import { Decimal } from 'decimal.js';
import { businessDaysBetween, nextBusinessDay } from '#domain/calendar';
import { addDays, daysBetween } from '#domain/date';

/** Powers are computed with 40 digits, so that what is rounded to the cent is exact. */
const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Business days of a year, by the convention of Brazilian fixed income. */
const YEAR_BUSINESS_DAYS = 252;

/** IOF on the yield of a redemption 1 to 29 calendar days after the start, in percent (Decreto 6.306/2007, annex). */
const IOF_PERCENTS = [
  96, 93, 90, 86, 83, 80, 76, 73, 70, 66, 63, 60, 56, 53, 50, 46, 43, 40, 36, 33, 30, 26, 23, 20, 16, 13, 10,
  6, 3,
];

/** Income tax on the yield by calendar days invested, in percent (Lei 11.033/2004, art. 1). */
export const INCOME_TAX_BRACKETS = [
  { upToDays: 180, percent: '22.5' },
  { upToDays: 360, percent: '20' },
  { upToDays: 720, percent: '17.5' },
  { upToDays: Number.POSITIVE_INFINITY, percent: '15' },
] as const;

/** An amount of integer cents at a rate of percent a year ('12.50'), from a day on. */
export type Position = { amountCents: number; annualRatePercent: string; startOn: string };

/**
 * What a position pays on a day: `grossCents` = principal + `yieldCents`; `netCents` = gross − IOF − income tax. Cents,
 * each rounded half up once: the gross, then IOF of the yield, then income tax of the yield less IOF.
 */
export type Redemption = {
  businessDays: number;
  calendarDays: number;
  grossCents: number;
  yieldCents: number;
  iofPercent: number;
  iofCents: number;
  incomeTaxPercent: string;
  incomeTaxCents: number;
  netCents: number;
};

/** The day on which an investment of so many calendar days is paid: moved to the next business day. */
export const maturityOn = (startOn: string, termDays: number): string =>
  nextBusinessDay(addDays(startOn, termDays));

/** IOF percent of the yield after so many calendar days; 0 from the 30th on, and on the first day, which yields nothing. */
export const iofPercent = (calendarDays: number): number => IOF_PERCENTS[calendarDays - 1] ?? 0;

/** Income tax percent of the yield after so many calendar days. */
export const incomeTaxPercent = (calendarDays: number): string =>
  INCOME_TAX_BRACKETS.find(({ upToDays }) => calendarDays <= upToDays)?.percent ?? '15';

/**
 * Principal and yield after so many business days: P · (1 + r)^(du/252), half up to the cent.
 *
 * @param annualRatePercent percent a year as decimal text, '12.50'
 */
export function grossCents(amountCents: number, annualRatePercent: string, businessDays: number): number {
  const factor = new Precise(annualRatePercent)
    .div(100)
    .add(1)
    .pow(new Precise(businessDays).div(YEAR_BUSINESS_DAYS));
  return factor.mul(amountCents).round().toNumber();
}

/** What a position pays when it ends on a day, at its maturity or before. `isExempt`: of papers that bear no tax. */
export function redemptionOn(position: Position, on: string, { isExempt = false } = {}): Redemption {
  const { amountCents, annualRatePercent, startOn } = position;
  const businessDays = businessDaysBetween(startOn, on);
  const calendarDays = Math.max(0, daysBetween(startOn, on));
  const gross = grossCents(amountCents, annualRatePercent, businessDays);
  const yieldCents = gross - amountCents;
  const iof = isExempt ? 0 : iofPercent(calendarDays);
  const incomeTax = isExempt ? '0' : incomeTaxPercent(calendarDays);
  const iofCents = percentOf(yieldCents, iof);
  const incomeTaxCents = percentOf(yieldCents - iofCents, incomeTax);
  return {
    businessDays,
    calendarDays,
    grossCents: gross,
    yieldCents,
    iofPercent: iof,
    iofCents,
    incomeTaxPercent: incomeTax,
    incomeTaxCents,
    netCents: gross - iofCents - incomeTaxCents,
  };
}

/** The rate of one business day that a yearly one amounts to, as a fraction with eight places (CETIP's TDI). */
export const dailyRate = (annualRatePercent: string): string => periodRate(annualRatePercent, 1).toFixed(8);

/** The rate of 21 business days, about a month, that a yearly one amounts to: percent with two places, '0.95'. */
export const monthlyRatePercent = (annualRatePercent: string): string =>
  periodRate(annualRatePercent, 21).mul(100).toFixed(2);

const periodRate = (annualRatePercent: string, businessDays: number): Decimal =>
  new Precise(annualRatePercent)
    .div(100)
    .add(1)
    .pow(new Precise(businessDays).div(YEAR_BUSINESS_DAYS))
    .sub(1);

const percentOf = (cents: number, percent: number | string): number =>
  new Precise(cents).mul(percent).div(100).round().toNumber();
