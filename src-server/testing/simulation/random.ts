import { chance } from '#simulator/faults';

/** A seeded generator. */
export type Random = {
  happens(share: number): boolean;
  /** An integer from 0 to below `end`. */
  below(end: number): number;
  /** An integer, both bounds included. */
  between(from: number, to: number): number;
  /** Undefined for an empty list. */
  pick<T>(of: readonly T[]): T | undefined;
};

/** The same seed gives the same sequence. */
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
