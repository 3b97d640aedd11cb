import { addMonths } from '#domain/calendar';
import { daysBetween } from '#domain/date';

/** `indeterminate` (late, not bad) is not used for fitting. */
export type CreditOutcome = 'good' | 'bad' | 'indeterminate';

export const OUTCOME_MONTHS = 12;
const BAD_DAYS = 90;
const INDETERMINATE_DAYS = 30;

/** By the worst delay within OUTCOME_MONTHS. */
export function outcomeOf(
  paidOutOn: string,
  instalments: readonly { dueOn: string; paidOn: string | null }[],
): CreditOutcome {
  const until = addMonths(paidOutOn, OUTCOME_MONTHS);
  const delays = instalments.map(({ dueOn, paidOn }) =>
    daysBetween(dueOn, paidOn !== null && paidOn < until ? paidOn : until),
  );
  const worst = Math.max(0, ...delays);
  if (worst >= BAD_DAYS) return 'bad';
  return worst >= INDETERMINATE_DAYS ? 'indeterminate' : 'good';
}
