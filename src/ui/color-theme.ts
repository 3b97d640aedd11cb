import { useSyncExternalStore } from 'react';
import { deviceText, hear, newAudience } from './outside-store.ts';

/** What a person may choose; `system` follows the device. `public/theme.js` reads the same choice before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const DARK = '(prefers-color-scheme: dark)';
const stored = deviceText('theme');
// The device and other windows are followed.
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

/** The chosen theme, and how to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(audience.subscribe, chosenTheme), chooseTheme];
}
