import { daysLate } from './late.ts';
import type { Standing } from './standing-words.ts';

export const DEFAULT_AFTER_OVERDUE = 3;

/** `isNegativated`: set by an administrator and not cured since. */
export type StandingFacts = {
  instalments: readonly { dueOn: string; isPaid: boolean }[];
  isNegativated: boolean;
};

export const overdueCount = ({ instalments }: Pick<StandingFacts, 'instalments'>, today: string): number =>
  instalments.filter(({ dueOn, isPaid }) => !isPaid && daysLate(dueOn, today) > 0).length;

export type StandingCounts = { unpaid: number; overdue: number; isNegativated: boolean };

/** `negativado` from DEFAULT_AFTER_OVERDUE overdue instalments, or from one if an administrator set it. */
export function standingOf({ unpaid, overdue, isNegativated }: StandingCounts): Standing {
  if (unpaid === 0) return 'finalizado';
  if (overdue >= DEFAULT_AFTER_OVERDUE || (isNegativated && overdue > 0)) return 'negativado';
  return overdue > 0 ? 'em_atraso' : 'adimplente';
}

export const standingOn = ({ instalments, isNegativated }: StandingFacts, today: string): Standing =>
  standingOf({
    unpaid: instalments.filter(({ isPaid }) => !isPaid).length,
    overdue: overdueCount({ instalments }, today),
    isNegativated,
  });
