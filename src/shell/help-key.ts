import { useSyncExternalStore } from 'react';

const KEY = 'help_key';
const OFF = 'off';
const listeners = new Set<() => void>();

/** The choice of this window, for where storage is forbidden. */
let isOff = false;

function isHelpKeyOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return !isOff;
  }
}

/** Turns the shortcut `?` on or off on this device: who dictates writes single characters by accident (WCAG 2.1.4). */
export function setHelpKey(on: boolean): void {
  isOff = !on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Kept in `isOff` alone.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether `?` opens the list of shortcuts. */
export function useHelpKey(): boolean {
  return useSyncExternalStore(subscribe, isHelpKeyOn);
}
