import type { Simulator } from './simulator.ts';

/** Demonstration failures: key prefixes, and the amount R$ 1.313,13. */
export const MAGIC = { failingKey: 'fails@', unknownKey: 'unknown@', failingCents: 131_313 };

/** By key or amount. */
export const isFailing = ({ amountCents, to }: { amountCents: number; to?: object }): boolean =>
  amountCents === MAGIC.failingCents ||
  (to !== undefined && 'key' in to && String(to.key).startsWith(MAGIC.failingKey));

/** Counts down the switch. */
export function failsNow({ switches }: Simulator): boolean {
  if (switches.failNext <= 0) return false;
  switches.failNext -= 1;
  return true;
}
