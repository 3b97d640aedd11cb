import { useSyncExternalStore } from 'react';

/** What a person may choose; `system` follows the device. `public/theme.js` reads the same choice before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** The stored choice; where storage is forbidden, the one made in this window. */
let chosen: Theme | null = null;

function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return chosen ?? 'system';
  }
}

function apply(): void {
  const theme = chosenTheme();
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
  for (const listener of listeners) listener();
}

function chooseTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Kept in `chosen` alone.
  }
  apply();
}

/** Follows the device and other windows as long as somebody looks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const query = matchMedia(DARK);
  query.addEventListener('change', apply);
  addEventListener('storage', apply);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', apply);
    removeEventListener('storage', apply);
  };
}

/** The chosen theme, and how to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosenTheme), chooseTheme];
}
