export const isWhole = (): boolean => ['1', 'whole'].includes(process.env.PROVE ?? '');

/** Rounds of a long proof: all with PROVE, else a twentieth, at least one. */
export const proofScale = (rounds: number): number =>
  isWhole() ? rounds : Math.max(1, Math.ceil(rounds / 20));

/** For the longest proofs: PROVE=1 (a landing) runs `share` of the rounds, PROVE=whole all. */
export const longProofScale = (rounds: number, share = 0.2): number =>
  process.env.PROVE === '1' ? Math.ceil(rounds * share) : proofScale(rounds);
