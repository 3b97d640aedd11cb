import { useSyncExternalStore } from 'react';
import { deviceText, listenTo, newSubscribers } from './external-store.ts';

const stored = deviceText('hide_amounts');
// Applies changes made in other windows.
const subscribers = newSubscribers(() => listenTo({ storage: subscribers.notify }));
const amountsHidden = (): boolean => stored.read() === 'true';

export function hideAmounts(hide: boolean): void {
  stored.write(hide ? 'true' : null);
  subscribers.notify();
}

export function useAmountsHidden(): boolean {
  return useSyncExternalStore(subscribers.subscribe, amountsHidden);
}
