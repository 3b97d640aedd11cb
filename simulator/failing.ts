import type { Simulator } from './simulator.ts';

/** Demonstration failures: key prefixes, and the amount R$ 1.313,13. */
export const MAGIC = { failingKey: 'fails@', unknownKey: 'unknown@', failingCents: 131_313 };

/** Whether the key or the amount is one that fails. */
export const isFailing = ({ amountCents, to }: { amountCents: number; to?: object }): boolean =>
  amountCents === MAGIC.failingCents ||
  (to !== undefined && 'key' in to && String(to.key).startsWith(MAGIC.failingKey));

/** Whether the switch `failNext` makes this payment fail; counts it down. */
export function failsNow({ switches }: Simulator): boolean {
  if (switches.failNext <= 0) return false;
  switches.failNext -= 1;
  return true;
}
