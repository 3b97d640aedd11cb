import { addDays, bankDate } from '#domain/date';

/** Days past the newest known one after which the daily run needs an administrator. */
export const MAX_UNCONFIRMED_DAYS = 2;
/** Tolerance for clock corrections by time services. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** The machine's clock against the newest known moment. */
export const CLOCK_STANDINGS = ['right', 'ahead', 'behind'] as const;
export type ClockStanding = (typeof CLOCK_STANDINGS)[number];

/** `known` null: the bank is new. */
export function standingOf(known: Date | null, machine: Date): ClockStanding {
  if (known === null) return 'right';
  if (bankDate(machine) > addDays(bankDate(known), MAX_UNCONFIRMED_DAYS)) return 'ahead';
  return machine.getTime() < known.getTime() - CLOCK_TOLERANCE_SECONDS * 1000 ? 'behind' : 'right';
}
