import { addMonths } from '#domain/calendar';
import { daysBetween } from '#domain/date';

/** What became of a credit in its first months; the indeterminate, late and not bad, teach a scorecard nothing. */
export type CreditOutcome = 'good' | 'bad' | 'indeterminate';

/** So many months after its payout a credit has shown what it is. */
export const OUTCOME_MONTHS = 12;
/** Bad from so many days overdue on; indeterminate from so many on. */
const BAD_DAYS = 90;
const INDETERMINATE_DAYS = 30;

/** What a credit showed by the end of its first months, by the worst delay of an instalment within them. */
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
