import { bankDate, bankDayAndTime } from '#domain/date';

/** The bank's moment: a date that can be moved, so that what is dated in the past or the future agrees with the bank. */
export type SimulatorClock = { now(): Date };

/** A clock that stands where it is set, or else follows the bank's. */
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

/** Milliseconds of real time, by which things take their time however the bank's date is moved. */
export const realMs = (): number => performance.timeOrigin + performance.now();

/** 'YYYY-MM-DD' in São Paulo. */
export const dayOf = (clock: SimulatorClock): string => bankDate(clock.now());

/** 'YYYY-MM-DD HH:MM:SS' in São Paulo, as the provider writes moments. */
export function stampOf(clock: SimulatorClock): string {
  const { day, time } = bankDayAndTime(clock.now());
  return `${day} ${time}`;
}
