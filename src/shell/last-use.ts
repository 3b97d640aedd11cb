import type { Role } from '#domain/auth/role';
import { SESSION_LIMITS, SESSION_TOUCH_SECONDS, SESSION_WARNING_SECONDS } from '#domain/limits';
import { deviceMs } from '../ui/date.ts';

/** How a session stands: open until it is announced to be ending, ending, or over. */
export type Standing =
  | { kind: 'open'; forMs: number }
  | { kind: 'ending'; secondsLeft: number }
  | { kind: 'over' };

/**
 * How the session of a role stands that was last used so long ago. The bank writes a use at most once a minute, so its end
 * may be a minute nearer than the last use says: here it is that minute earlier, never too late.
 */
export function standingAfter(role: Role, unusedMs: number): Standing {
  const leftMs = (SESSION_LIMITS[role].idleSeconds - SESSION_TOUCH_SECONDS) * 1000 - Math.max(unusedMs, 0);
  if (leftMs <= 0) return { kind: 'over' };
  const forMs = leftMs - SESSION_WARNING_SECONDS * 1000;
  return forMs > 0 ? { kind: 'open', forMs } : { kind: 'ending', secondsLeft: Math.ceil(leftMs / 1000) };
}

/** When any window of this browser last used the session; where nothing can be stored, this window. */
const KEY = 'ultimo-uso';
let ownUse: number | null = null;

/** The session was used just now. */
export function noteUse(): void {
  ownUse = deviceMs();
  attempt(() => localStorage.setItem(KEY, String(ownUse)));
}

/** The session is gone; the other windows hear of it. */
export function forgetUse(): void {
  ownUse = null;
  attempt(() => localStorage.removeItem(KEY));
}

/** How long the session has not been used, in milliseconds; null when some window has ended it. */
export function unusedMs(): number | null {
  const stored = attempt(() => localStorage.getItem(KEY));
  const last = stored === undefined ? ownUse : Number(stored ?? Number.NaN);
  return last === null || Number.isNaN(last) ? null : deviceMs() - last;
}

/** Hears of uses in other windows. Answers how to stop. */
export function onUseElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Storage may be blocked or full: then each window knows of itself alone. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
