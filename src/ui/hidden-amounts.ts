import { useSyncExternalStore } from 'react';

const KEY = 'hide_amounts';
const listeners = new Set<() => void>();

/** The choice of this window, for where storage is forbidden. */
let chosen = false;

function amountsHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return chosen;
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Covers every amount of the bank's, or shows them again; remembered on this device. */
export function hideAmounts(hide: boolean): void {
  chosen = hide;
  try {
    if (hide) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Kept in `chosen` alone.
  }
  announce();
}

/** Follows other windows as long as somebody looks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', announce);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', announce);
  };
}

/** Whether amounts are covered. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(subscribe, amountsHidden);
}
