import { useSyncExternalStore } from 'react';
import { deviceText, newAudience } from '../ui/outside-store.ts';

const OFF = 'off';
const stored = deviceText('help_key');
const audience = newAudience();
const isHelpKeyOn = (): boolean => stored.read() !== OFF;

/** Turns the `?` shortcut on or off on this device: dictation types single characters by accident (WCAG 2.1.4). */
export function setHelpKey(on: boolean): void {
  stored.write(on ? null : OFF);
  audience.announce();
}

export function useHelpKey(): boolean {
  return useSyncExternalStore(audience.subscribe, isHelpKeyOn);
}
