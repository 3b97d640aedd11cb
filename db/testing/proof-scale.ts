/** Whether proofs run whole: with PROVE=1 (or `whole`). */
export const isWhole = (): boolean => ['1', 'whole'].includes(process.env.PROVE ?? '');

/** How many rounds of a long proof to run: all of them where proofs run whole, else a twentieth, and never none. */
export const proofScale = (rounds: number): number =>
  isWhole() ? rounds : Math.max(1, Math.ceil(rounds / 20));

/** The same for the two longest proofs, of which a landing has time for two fifths; PROVE=whole runs all of them. */
export const longProofScale = (rounds: number): number =>
  process.env.PROVE === '1' ? Math.ceil(rounds * 0.4) : proofScale(rounds);
