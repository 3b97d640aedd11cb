import { Decimal } from 'decimal.js';
import { businessDaysBetween, nextBusinessDay } from '#domain/calendar';
import { addDays, daysBetween } from '#domain/date';

/** 40 digits, so that rounding to cents is exact. */
const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Brazilian fixed income convention. */
const YEAR_BUSINESS_DAYS = 252;

/** IOF on the yield in percent, by calendar days 1 to 29 (Decreto 6.306/2007, annex). */
const IOF_PERCENTS = [
  96, 93, 90, 86, 83, 80, 76, 73, 70, 66, 63, 60, 56, 53, 50, 46, 43, 40, 36, 33, 30, 26, 23, 20, 16, 13, 10,
  6, 3,
];

/** Income tax on the yield by calendar days (Lei 11.033/2004, art. 1). */
export const INCOME_TAX_BRACKETS = [
  { upToDays: 180, percent: '22.5' },
  { upToDays: 360, percent: '20' },
  { upToDays: 720, percent: '17.5' },
  { upToDays: Number.POSITIVE_INFINITY, percent: '15' },
] as const;

/** `annualRatePercent` is decimal text, '12.50'. */
export type Position = { amountCents: number; annualRatePercent: string; startOn: string };

/** In rounding order (half up): gross, IOF on the yield, income tax on the yield less IOF. */
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

/** Moved to the next business day. */
export const maturityOn = (startOn: string, termDays: number): string =>
  nextBusinessDay(addDays(startOn, termDays));

/** 0 from day 30, and on day 0, which has no yield. */
export const iofPercent = (calendarDays: number): number => IOF_PERCENTS[calendarDays - 1] ?? 0;

export const incomeTaxPercent = (calendarDays: number): string =>
  INCOME_TAX_BRACKETS.find(({ upToDays }) => calendarDays <= upToDays)?.percent ?? '15';

/**
 * P · (1 + r)^(du/252), half up.
 *
 * @param annualRatePercent decimal text, '12.50'
 */
export function grossCents(amountCents: number, annualRatePercent: string, businessDays: number): number {
  const factor = new Precise(annualRatePercent)
    .div(100)
    .add(1)
    .pow(new Precise(businessDays).div(YEAR_BUSINESS_DAYS));
  return factor.mul(amountCents).round().toNumber();
}

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

/** A fraction with eight decimals (CETIP's TDI). */
export const dailyRate = (annualRatePercent: string): string => periodRate(annualRatePercent, 1).toFixed(8);

/** Per 21 business days, in percent: '0.95'. */
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
