import { dueToday, type OwedInstalment, totalDueCents } from './due-today.ts';
import type { LateRates } from './late.ts';

type Instalment = OwedInstalment & { paidOn: string | null };

/**
 * What of a credit is due up to a day, with late charges. `dueOn`: of the oldest open instalment; `nextDueOn`: of the
 * first that is not past; `daysLate`: of the oldest.
 */
export function dueNow(
  instalments: readonly Instalment[],
  terms: { interestRate: string; late: LateRates; on: string },
): { dueCents: number; daysLate: number; dueOn: string | null; nextDueOn: string | null } {
  const open = instalments
    .filter(({ paidOn }) => paidOn === null)
    .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1));
  const due = open.filter(({ dueOn }) => dueOn <= terms.on).map((one) => dueToday(one, terms));
  return {
    dueCents: totalDueCents(due),
    daysLate: due[0]?.daysLate ?? 0,
    dueOn: open[0]?.dueOn ?? null,
    nextDueOn: open.find(({ dueOn }) => dueOn >= terms.on)?.dueOn ?? null,
  };
}
