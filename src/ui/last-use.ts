import { attempt } from './storage.ts';

/** The last use of the session by any window of this browser, in Unix milliseconds by its clock. */
const KEY = 'ultimo-uso';

/** Without storage each window knows only its own use. */
let ownUse: number | null = null;

export function noteUse(nowMs: number): void {
  ownUse = nowMs;
  attempt(() => localStorage.setItem(KEY, String(nowMs)));
}

export function forgetUse(): void {
  ownUse = null;
  attempt(() => localStorage.removeItem(KEY));
  attempt(() => localStorage.removeItem(WHOSE_KEY));
}

/** Null if any window has ended the session. */
export function lastUse(): number | null {
  const stored = attempt(() => localStorage.getItem(KEY));
  if (stored === undefined) return ownUse;
  return stored === null ? null : Number(stored);
}

/** Subscribes to use in other windows; returns the unsubscriber. */
export function onUseElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Id of whoever signed in last in this browser. */
const WHOSE_KEY = 'de-quem';

/**
 * Notes who is signed in, and calls `onOther` once somebody else is: the screen is then a former person's, and the cookie is not.
 * Returns the unsubscriber.
 */
export function watchWhose(userId: string, onOther: () => void): () => void {
  attempt(() => localStorage.setItem(WHOSE_KEY, userId));
  const check = () => {
    const current = attempt(() => localStorage.getItem(WHOSE_KEY)) ?? userId;
    if (current !== userId) onOther();
  };
  addEventListener('storage', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    removeEventListener('storage', check);
    document.removeEventListener('visibilitychange', check);
  };
}
