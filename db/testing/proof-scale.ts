/**
 * How much of each proof runs, by PROVE: not set in `npm test`, `merge` in `.ci/run`, `1` in `npm run prove`, `whole` by hand.
 */
const extent = (): string => process.env.PROVE ?? '';

/** With PROVE=1 or PROVE=whole. */
export const isProving = (): boolean => ['1', 'whole'].includes(extent());

/** Times are promised only without other load. */
export const isAlone = (): boolean => extent() === 'whole';

/** Rounds of a long proof: all when proving, a tenth before a merge, else a twentieth; at least one. */
export const proofScale = (rounds: number): number => {
  if (isProving()) return rounds;
  return Math.max(1, Math.ceil(rounds / (extent() === 'merge' ? 10 : 20)));
};

/** For the longest proofs: PROVE=1 runs `share` of the rounds, before a merge a quarter of that; otherwise as `proofScale`. */
export const longProofScale = (rounds: number, share = 0.2): number => {
  if (extent() === '1') return Math.ceil(rounds * share);
  return extent() === 'merge' ? Math.ceil((rounds * share) / 4) : proofScale(rounds);
};

/** `count` of these, evenly spread, always with the last. */
export const evenlySpread = <Item>(items: readonly Item[], count: number): Item[] =>
  Array.from(
    { length: count },
    (_, place) => items[Math.ceil(((place + 1) * items.length) / count) - 1],
  ).filter((item) => item !== undefined);
