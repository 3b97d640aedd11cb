/** Subscribers to a value outside of React, for `useSyncExternalStore`. */
export type Subscribers = {
  subscribe(listener: () => void): () => void;
  notify(): void;
  readonly isEmpty: boolean;
};

/** `watch` runs on the first subscription; its result runs after the last one ends. */
export function newSubscribers(watch: () => () => void = () => () => {}): Subscribers {
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
    notify: () => {
      for (const listener of listeners) listener();
    },
    get isEmpty() {
      return listeners.size === 0;
    },
  };
}

/** Listens to events of the window, or another target; returns the unsubscriber. */
export function listenTo(handlers: Record<string, () => void>, target: EventTarget = window): () => void {
  const entries = Object.entries(handlers);
  for (const [event, handler] of entries) target.addEventListener(event, handler);
  return () => {
    for (const [event, handler] of entries) target.removeEventListener(event, handler);
  };
}

/** A text kept in local storage; without storage, in this window's memory. */
export function deviceText(key: string) {
  let inMemory: string | null = null;
  return {
    read: (): string | null => {
      try {
        return localStorage.getItem(key);
      } catch {
        return inMemory;
      }
    },
    write: (text: string | null): void => {
      inMemory = text;
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        // `inMemory` keeps it.
      }
    },
  };
}
