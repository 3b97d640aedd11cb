import { useSyncExternalStore } from 'react';
import { listenTo } from './external-store.ts';

const NARROW = '(max-width: 767px)';

/** Whether the window is as narrow as a phone's: below the breakpoint `md`. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => listenTo({ change: listener }, matchMedia(NARROW)),
    () => matchMedia(NARROW).matches,
  );
}
