import { useSyncExternalStore } from 'react';
import { deviceText, newSubscribers } from '../ui/external-store.ts';

const OFF = 'off';
const stored = deviceText('help_key');
const subscribers = newSubscribers();
const isHelpKeyOn = (): boolean => stored.read() !== OFF;

/** Turns the `?` shortcut on or off on this device: dictation types single characters by accident (WCAG 2.1.4). */
export function setHelpKey(on: boolean): void {
  stored.write(on ? null : OFF);
  subscribers.notify();
}

export function useHelpKey(): boolean {
  return useSyncExternalStore(subscribers.subscribe, isHelpKeyOn);
}
