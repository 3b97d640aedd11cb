import type { Simulator } from './simulator.ts';

/** What makes a call fail without a switch, for demonstrations: keys that begin so, and one amount (R$ 1.313,13). */
export const MAGIC = { failingKey: 'fails@', unknownKey: 'unknown@', failingCents: 131_313 };

/** Whether a transfer or a bill is one that ends as failed by its key or its amount. */
export const isFailing = ({ amountCents, to }: { amountCents: number; to?: object }): boolean =>
  amountCents === MAGIC.failingCents ||
  (to !== undefined && 'key' in to && String(to.key).startsWith(MAGIC.failingKey));

/** Whether the switch asks for this one to fail; counts it. */
export function failsNow({ switches }: Simulator): boolean {
  if (switches.failNext <= 0) return false;
  switches.failNext -= 1;
  return true;
}
