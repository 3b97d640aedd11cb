/** How many rounds of a long proof to run: all of them with PROVE=1, else a twentieth, and never none. */
export const proofScale = (rounds: number): number =>
  process.env.PROVE === '1' ? rounds : Math.max(1, Math.ceil(rounds / 20));
