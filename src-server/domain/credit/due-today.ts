import { daysBetween } from '#domain/date';
import { daysLate, type LateRates, lateCharge } from './late.ts';
import { presentValueCents } from './settlement.ts';

export type OwedInstalment = { dueOn: string; amountCents: number; principalCents: number };

/**
 * In cents. `worthCents` is the present value before the due date, else the amount; `interestCents` is `worthCents` less
 * the principal and may be negative.
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
 * The present value before the due date, the amount plus late charges after it.
 *
 * @param interestRate of the contract, percent a month, '2.49'
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

export const totalDueCents = (parts: readonly Pick<DueToday, 'totalCents'>[]): number =>
  parts.reduce((sum, { totalCents }) => sum + totalCents, 0);
