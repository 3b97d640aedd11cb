import { daysBetween } from '#domain/date';
import { daysLate, type LateRates, lateCharge } from './late.ts';
import { presentValueCents } from './settlement.ts';

/** An instalment as it was agreed, in cents. */
export type OwedInstalment = { dueOn: string; amountCents: number; principalCents: number };

/**
 * What paying an instalment on a day comes to, in cents. `interestCents` is what of the instalment is not principal: before
 * the due date less than agreed, and for one far ahead below zero · `worthCents`: both together, before the due date the
 * present value · `fineCents`, `lateInterestCents`: for paying late, nothing else · `discountCents`: what paying early takes off ·
 * `totalCents`: what leaves the account.
 */
export type DueToday = {
  daysLate: number;
  principalCents: number;
  interestCents: number;
  worthCents: number;
  fineCents: number;
  lateInterestCents: number;
  discountCents: number;
  totalCents: number;
};

/**
 * What an instalment costs on a day: before its due date its present value at the contract's rate, late its amount with fine
 * and interest, else its amount.
 *
 * @param interestRate the contract's, percent a month, '2.49'
 */
export function dueToday(
  { dueOn, amountCents, principalCents }: OwedInstalment,
  { interestRate, late, on }: { interestRate: string; late: LateRates; on: string },
): DueToday {
  const worthCents =
    on < dueOn ? presentValueCents(amountCents, interestRate, daysBetween(on, dueOn)) : amountCents;
  const days = daysLate(dueOn, on);
  const charge = lateCharge(amountCents, days, late);
  return {
    daysLate: days,
    principalCents,
    interestCents: worthCents - principalCents,
    worthCents,
    fineCents: charge.fineCents,
    lateInterestCents: charge.interestCents,
    discountCents: amountCents - worthCents,
    totalCents: worthCents + charge.fineCents + charge.interestCents,
  };
}

/** What several come to together. */
export const totalDueCents = (parts: readonly Pick<DueToday, 'totalCents'>[]): number =>
  parts.reduce((sum, { totalCents }) => sum + totalCents, 0);
