import { useSyncExternalStore } from 'react';
import { deviceText, hear, newAudience } from './outside-store.ts';

/** `system` follows the device. `public/theme.js` reads the same setting before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const DARK = '(prefers-color-scheme: dark)';
const stored = deviceText('theme');
// Follows the device and other windows.
const audience = newAudience(() => {
  const deaf = [hear({ change: apply }, matchMedia(DARK)), hear({ storage: apply })];
  return () => {
    for (const stop of deaf) stop();
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
  audience.announce();
}

function chooseTheme(theme: Theme): void {
  stored.write(theme);
  apply();
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(audience.subscribe, chosenTheme), chooseTheme];
}
