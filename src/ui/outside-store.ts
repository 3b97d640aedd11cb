/** Components that look at a value kept outside of React, for `useSyncExternalStore`. */
export type Audience = {
  subscribe(listener: () => void): () => void;
  /** The value has changed. */
  announce(): void;
  readonly isEmpty: boolean;
};

/** `watch` begins when the first component looks, and what it answers is called after the last one. */
export function newAudience(watch: () => () => void = () => () => {}): Audience {
  const listeners = new Set<() => void>();
  let stopWatching = () => {};
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) stopWatching = watch();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stopWatching();
      };
    },
    announce: () => {
      for (const listener of listeners) listener();
    },
    get isEmpty() {
      return listeners.size === 0;
    },
  };
}

/** Hears events of the window, or of another target, until what it answers is called. */
export function hear(handlers: Record<string, () => void>, target: EventTarget = window): () => void {
  const entries = Object.entries(handlers);
  for (const [event, handler] of entries) target.addEventListener(event, handler);
  return () => {
    for (const [event, handler] of entries) target.removeEventListener(event, handler);
  };
}

/** A text that this device remembers; where storage is forbidden, this window does. */
export function deviceText(key: string) {
  let ofWindow: string | null = null;
  return {
    read: (): string | null => {
      try {
        return localStorage.getItem(key);
      } catch {
        return ofWindow;
      }
    },
    write: (text: string | null): void => {
      ofWindow = text;
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        // Kept in `ofWindow` alone.
      }
    },
  };
}
