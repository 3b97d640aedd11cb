import { addDays } from '#domain/date';
import { RAISED_INCOME_DAYS } from '#domain/limits';

/** In cents; the previous income and the day are set during a raise's waiting period. */
export type StatedIncome = {
  monthlyIncomeCents: number | null;
  incomeBeforeCents: number | null;
  incomeRaisedOn: string | null;
};

/** A raise counts after RAISED_INCOME_DAYS. */
export function countedIncomeCents(stated: StatedIncome, today: string): number | null {
  const { monthlyIncomeCents, incomeBeforeCents, incomeRaisedOn } = stated;
  if (monthlyIncomeCents === null || incomeRaisedOn === null) return monthlyIncomeCents;
  if (today >= addDays(incomeRaisedOn, RAISED_INCOME_DAYS)) return monthlyIncomeCents;
  return Math.min(monthlyIncomeCents, incomeBeforeCents ?? 0);
}

/** A lower income counts at once, a higher one restarts the waiting period. */
export function withStatedIncome(
  stated: StatedIncome,
  monthlyIncomeCents: number | null,
  today: string,
): StatedIncome {
  if (monthlyIncomeCents === stated.monthlyIncomeCents) return stated;
  const counted = countedIncomeCents(stated, today) ?? 0;
  if (monthlyIncomeCents === null || monthlyIncomeCents <= counted)
    return { monthlyIncomeCents, incomeBeforeCents: null, incomeRaisedOn: null };
  const isRaise = monthlyIncomeCents > (stated.monthlyIncomeCents ?? 0);
  return {
    monthlyIncomeCents,
    incomeBeforeCents: counted,
    incomeRaisedOn: isRaise ? today : (stated.incomeRaisedOn ?? today),
  };
}
