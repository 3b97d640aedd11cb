import { type RefObject, useEffect, useRef } from 'react';

/** For a button that is disabled while it works, which drops the focus: it has it again when the work has failed. */
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
