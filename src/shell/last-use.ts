/** When any window of this browser last used the session, in milliseconds since 1970 by its clock. */
const KEY = 'ultimo-uso';

/** Where nothing can be stored, each window knows of itself alone. */
let ownUse: number | null = null;

/** The session is used now. */
export function noteUse(nowMs: number): void {
  ownUse = nowMs;
  attempt(() => localStorage.setItem(KEY, String(nowMs)));
}

/** The session is gone; the other windows hear of it. */
export function forgetUse(): void {
  ownUse = null;
  attempt(() => localStorage.removeItem(KEY));
}

/** When it was last used; null when some window has ended it. */
export function lastUse(): number | null {
  const stored = attempt(() => localStorage.getItem(KEY));
  if (stored === undefined) return ownUse;
  return stored === null ? null : Number(stored);
}

/** Hears of uses in other windows. Answers how to stop. */
export function onUseElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Storage may be blocked or full. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
