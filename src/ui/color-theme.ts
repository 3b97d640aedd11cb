import { useSyncExternalStore } from 'react';
import { deviceText, listenTo, newSubscribers } from './external-store.ts';

/** `system` follows the device. `public/theme.js` reads the same setting before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const DARK = '(prefers-color-scheme: dark)';
const stored = deviceText('theme');
// Applies changes of the device's setting and of other windows.
const subscribers = newSubscribers(() => {
  const stops = [listenTo({ change: apply }, matchMedia(DARK)), listenTo({ storage: apply })];
  return () => {
    for (const stop of stops) stop();
  };
});

function chosenTheme(): Theme {
  const text = stored.read();
  return THEMES.find((theme) => theme === text) ?? 'system';
}

function apply(): void {
  const theme = chosenTheme();
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
  subscribers.notify();
}

function chooseTheme(theme: Theme): void {
  stored.write(theme);
  apply();
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribers.subscribe, chosenTheme), chooseTheme];
}
