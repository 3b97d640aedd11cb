import { Decimal } from 'decimal.js';
import { isBusinessDay, nextBusinessDay } from '#domain/calendar';
import { addDays, daysBetween } from '#domain/date';
import { LATE_LIMITS } from './late-limits.ts';

const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const MONTH_DAYS = 30;

/** In percent: a single fine, and simple interest a month. */
export type LateRates = { finePercent: string; monthlyInterestPercent: string };

export const LATE_RATES: LateRates = LATE_LIMITS;

/** Cents, each rounded half up once. */
export type LateCharge = { fineCents: number; interestCents: number };

/** Payment on the next business day is in time; later payment is late from the due date. */
export function daysLate(dueOn: string, on: string): number {
  return on > nextBusinessDay(dueOn) ? daysBetween(dueOn, on) : 0;
}

/** The latest overdue due date, consistent with `daysLate`; for queries. */
export function overdueUpTo(on: string): string {
  let day = addDays(on, -1);
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/** From the first day late, when its letter goes out, to the day from which a credit may be marked as negativado. */
export const MARK_NOTICE_DAYS = 10;

/** The day that the letters about an unpaid instalment announce. */
export const markFrom = (dueOn: string): string => addDays(nextBusinessDay(dueOn), 1 + MARK_NOTICE_DAYS);

export function overdueThisWeek(on: string): { from: string; upTo: string } {
  const upTo = overdueUpTo(on);
  return { from: addDays(upTo, -6), upTo };
}

export function lateCharge(amountCents: number, days: number, rates: LateRates = LATE_RATES): LateCharge {
  if (days <= 0) return { fineCents: 0, interestCents: 0 };
  const amount = new Precise(amountCents);
  return {
    fineCents: amount.mul(rates.finePercent).div(100).round().toNumber(),
    interestCents: amount
      .mul(rates.monthlyInterestPercent)
      .mul(days)
      .div(100 * MONTH_DAYS)
      .round()
      .toNumber(),
  };
}
