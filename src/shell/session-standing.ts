import type { Role } from '#domain/auth/role';
import { SESSION_LIMITS, SESSION_TOUCH_SECONDS, SESSION_WARNING_SECONDS } from '#domain/limits';

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
