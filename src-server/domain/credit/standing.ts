import { daysLate } from './late.ts';
import type { Standing } from './standing-words.ts';

/** So many overdue instalments make a credit `negativado` and defaulted (section 9 of the specification). */
export const DEFAULT_AFTER_OVERDUE = 3;

/** What the standing is derived from; `isNegativated`: an administrator negativated it and it is not cured since. */
export type StandingFacts = {
  instalments: readonly { dueOn: string; isPaid: boolean }[];
  isNegativated: boolean;
};

/** Unpaid instalments whose due date, moved to the next business day, has passed. */
export const overdueCount = ({ instalments }: Pick<StandingFacts, 'instalments'>, today: string): number =>
  instalments.filter(({ dueOn, isPaid }) => !isPaid && daysLate(dueOn, today) > 0).length;

/** What the standing comes down to: how many instalments are unpaid, and how many of those overdue. */
export type StandingCounts = { unpaid: number; overdue: number; isNegativated: boolean };

/**
 * The standing of a signed credit: Finalizado when everything is paid; Negativado from three overdue instalments on, or with
 * one when an administrator negativated it; Em Atraso with one or two; otherwise Adimplente.
 */
export function standingOf({ unpaid, overdue, isNegativated }: StandingCounts): Standing {
  if (unpaid === 0) return 'finalizado';
  if (overdue >= DEFAULT_AFTER_OVERDUE || (isNegativated && overdue > 0)) return 'negativado';
  return overdue > 0 ? 'em_atraso' : 'adimplente';
}

/** The standing of a signed credit on a day, from its instalments. */
export const standingOn = ({ instalments, isNegativated }: StandingFacts, today: string): Standing =>
  standingOf({
    unpaid: instalments.filter(({ isPaid }) => !isPaid).length,
    overdue: overdueCount({ instalments }, today),
    isNegativated,
  });
