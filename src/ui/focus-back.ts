import { type RefObject, useEffect, useRef } from 'react';

/** Restores focus to a button that lost it while disabled. */
export function useFocusBack(pending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(false);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasPending.current && !pending && isLost) button.current?.focus();
    wasPending.current = pending;
  }, [pending]);

  return button;
}
