import { addDays } from '#domain/date';
import { RAISED_INCOME_DAYS } from '#domain/limits';

/** What a customer says to earn a month, in cents, and, while a raise is young, what it was before and the day of the raise. */
export type StatedIncome = {
  monthlyIncomeCents: number | null;
  incomeBeforeCents: number | null;
  incomeRaisedOn: string | null;
};

/** The income that credit is scored by on a day: a raise counts once it has stood for its waiting time. */
export function countedIncomeCents(stated: StatedIncome, today: string): number | null {
  const { monthlyIncomeCents, incomeBeforeCents, incomeRaisedOn } = stated;
  if (monthlyIncomeCents === null || incomeRaisedOn === null) return monthlyIncomeCents;
  if (today >= addDays(incomeRaisedOn, RAISED_INCOME_DAYS)) return monthlyIncomeCents;
  return Math.min(monthlyIncomeCents, incomeBeforeCents ?? 0);
}

/**
 * The income after somebody stated another one: a lower one counts at once, a higher one waits, and another raise begins the
 * waiting anew, so that no last step is waited for less. The same one changes nothing.
 */
export function restated(
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
