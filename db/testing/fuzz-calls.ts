import { isWhole } from './proof-scale.ts';

/** What `npm run fuzz -- --calls N` asks for: calls of each procedure; null: it is a test among others. */
export const askedFuzzCalls = (): number | null =>
  process.env.FUZZ_CALLS === undefined ? null : Number(process.env.FUZZ_CALLS);

/**
 * Calls that the fuzzer makes of each procedure. As a test: as many as `npm test` has seconds for, 100 with the proofs, and
 * 5,000, which takes an hour an engine, with PROVE=whole.
 */
export function fuzzCalls(): number {
  const proven = process.env.PROVE === 'whole' ? 5_000 : 100;
  return askedFuzzCalls() ?? (isWhole() ? proven : 14);
}

/** What the fuzzer's inputs grow from: FUZZ_SEED, to meet other ones, else the same each time. */
export const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? 1);
