/** With PROVE=1 or PROVE=whole. */
export const isProving = (): boolean => ['1', 'whole'].includes(process.env.PROVE ?? '');

/** Rounds of a long proof: all with PROVE, else a twentieth, at least one. */
export const proofScale = (rounds: number): number =>
  isProving() ? rounds : Math.max(1, Math.ceil(rounds / 20));

/** For the longest proofs: PROVE=1 runs `share` of the rounds; otherwise as `proofScale`. */
export const longProofScale = (rounds: number, share = 0.2): number =>
  process.env.PROVE === '1' ? Math.ceil(rounds * share) : proofScale(rounds);

/** `count` of these, evenly spread, always with the last. */
export const evenlySpread = <Item>(items: readonly Item[], count: number): Item[] =>
  Array.from(
    { length: count },
    (_, place) => items[Math.ceil(((place + 1) * items.length) / count) - 1],
  ).filter((item) => item !== undefined);
