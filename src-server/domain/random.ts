/** Next number from 0 to below 1 (Mulberry32); advances the seed. Repeatable, so never for secrets. */
export function nextRandom(of: { seed: number }): number {
  of.seed = (of.seed + 0x6d2b79f5) >>> 0;
  let mixed = of.seed;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
