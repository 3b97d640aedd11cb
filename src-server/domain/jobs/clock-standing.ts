import { addDays, bankDate } from '#domain/date';

/** The daily run goes so many days past the newest one that the bank knows; beyond that an administrator is asked. */
export const DAYS_UNASKED = 2;
/** So far a machine's clock may be set back, as time services do, before anybody is told. */
export const SET_BACK_SECONDS = 60;

/**
 * How the machine's clock stands to the newest moment that the bank knows of it: 'ahead', more than two days past it (the
 * bank was off for long, or the clock is wrong), 'behind', before it, or 'right'.
 */
export const CLOCK_STANDINGS = ['right', 'ahead', 'behind'] as const;
export type ClockStanding = (typeof CLOCK_STANDINGS)[number];

/** Both in real time; `known` null: the bank is new, and any moment is as good as another. */
export function standingOf(known: Date | null, machine: Date): ClockStanding {
  if (known === null) return 'right';
  if (bankDate(machine) > addDays(bankDate(known), DAYS_UNASKED)) return 'ahead';
  return machine.getTime() < known.getTime() - SET_BACK_SECONDS * 1000 ? 'behind' : 'right';
}
