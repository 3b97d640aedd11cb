import { Decimal } from 'decimal.js';
import { isBusinessDay, nextBusinessDay } from '#domain/calendar';
import { addDays, daysBetween } from '#domain/date';
import { LATE_LIMITS } from './late-limits.ts';

const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const MONTH_DAYS = 30;

/** What paying late costs: a fine once, and simple interest a month, in percent. */
export type LateRates = { finePercent: string; monthlyInterestPercent: string };

/** What the bank asks where no administrator has set anything else. */
export const LATE_RATES: LateRates = LATE_LIMITS;

/** Cents, each rounded half up once. */
export type LateCharge = { fineCents: number; interestCents: number };

/**
 * Days for which an instalment is late on a day. A due date that is no business day may be met on the next one without
 * cost; whoever pays later than that is late from the due date itself.
 */
export function daysLate(dueOn: string, on: string): number {
  return on > nextBusinessDay(dueOn) ? daysBetween(dueOn, on) : 0;
}

/**
 * The latest due date that is overdue on a day: the business day before it. What fell due on it or before is late, what
 * fell due afterwards is not; a query asks by this what `daysLate` says of one.
 */
export function overdueUpTo(on: string): string {
  let day = addDays(on, -1);
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/** The due dates that are overdue on a day and were not a week before. */
export function overdueThisWeek(on: string): { from: string; upTo: string } {
  const upTo = overdueUpTo(on);
  return { from: addDays(upTo, -6), upTo };
}

/** Fine and interest of an instalment paid so many days late; nothing for none. */
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
