import { isProving } from './proof-scale.ts';

/** From `npm run fuzz -- --calls N`; null: run as a test. */
export const askedFuzzCalls = (): number | null =>
  process.env.FUZZ_CALLS === undefined ? null : Number(process.env.FUZZ_CALLS);

/** Calls per procedure: few in `npm test`, 40 with PROVE=1, 5,000 (an hour per engine) with PROVE=whole. */
export function fuzzCalls(): number {
  const proven = process.env.PROVE === 'whole' ? 5_000 : 40;
  return askedFuzzCalls() ?? (isProving() ? proven : 7);
}

/** FUZZ_SEED, by default always the same. */
export const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? 1);
