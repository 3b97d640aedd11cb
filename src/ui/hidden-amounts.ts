import { useSyncExternalStore } from 'react';
import { deviceText, hear, newAudience } from './outside-store.ts';

const stored = deviceText('hide_amounts');
// Follows other windows.
const audience = newAudience(() => hear({ storage: audience.announce }));
const amountsHidden = (): boolean => stored.read() === 'true';

export function hideAmounts(hide: boolean): void {
  stored.write(hide ? 'true' : null);
  audience.announce();
}

export function useAmountsHidden(): boolean {
  return useSyncExternalStore(audience.subscribe, amountsHidden);
}
