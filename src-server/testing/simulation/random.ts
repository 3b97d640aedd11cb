import { chance } from '#simulator/faults';

/** Chances that all follow from one number. */
export type Random = {
  happens(share: number): boolean;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** One of them; undefined of none. */
  pick<T>(of: readonly T[]): T | undefined;
};

/** The same seed gives the same course. */
export function newRandom(seed: number): Random {
  const state = { seed };
  const below = (end: number) => Math.floor(chance(state) * end);
  return {
    happens: (share) => chance(state) < share,
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: (of) => of[below(of.length)],
  };
}
