import { useSyncExternalStore } from 'react';
import { deviceText, hear, newAudience } from './outside-store.ts';

const stored = deviceText('hide_amounts');
// Other windows are followed, too.
const audience = newAudience(() => hear({ storage: audience.announce }));
const amountsHidden = (): boolean => stored.read() === 'true';

/** Covers every amount of the bank's, or shows them again; remembered on this device. */
export function hideAmounts(hide: boolean): void {
  stored.write(hide ? 'true' : null);
  audience.announce();
}

/** Whether amounts are covered. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(audience.subscribe, amountsHidden);
}
