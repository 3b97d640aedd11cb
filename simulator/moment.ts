import { bankDate, bankDayAndTime } from '#domain/date';

/** Follows the bank's clock, which can be moved. */
export type SimulatorClock = { now(): Date };

/** `set` stops it at a moment; null lets it follow the bank's clock again. */
export type MovableClock = SimulatorClock & { set(moment: Date | null): void };

export function movable(clock: SimulatorClock): MovableClock {
  let moment: Date | null = null;
  return {
    now: () => moment ?? clock.now(),
    set: (to) => {
      moment = to;
    },
  };
}

/** Real milliseconds: durations are unaffected by moving the bank's date. */
export const realMs = (): number => performance.timeOrigin + performance.now();

export const dayOf = (clock: SimulatorClock): string => bankDate(clock.now());

/** 'YYYY-MM-DD HH:MM:SS' in São Paulo, the provider's format. */
export const stampOf = (clock: SimulatorClock): string => stampAt(clock.now());

export function stampAt(moment: Date): string {
  const { day, time } = bankDayAndTime(moment);
  return `${day} ${time}`;
}
