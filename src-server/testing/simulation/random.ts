import { nextRandom } from '#domain/random';

export type Random = {
  happens(share: number): boolean;
  below(end: number): number;
  between(from: number, to: number): number;
  pick<T>(of: readonly T[]): T | undefined;
};

/** The same seed gives the same sequence. */
export function newRandom(seed: number): Random {
  const state = { seed };
  const below = (end: number) => Math.floor(nextRandom(state) * end);
  return {
    happens: (share) => nextRandom(state) < share,
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: (of) => of[below(of.length)],
  };
}
