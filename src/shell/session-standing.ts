import type { Role } from '#domain/auth/role';
import { SESSION_LIMITS, SESSION_TOUCH_SECONDS, SESSION_WARNING_SECONDS } from '#domain/limits';

export type Standing =
  | { kind: 'open'; forMs: number }
  | { kind: 'ending'; secondsLeft: number }
  | { kind: 'over' };

/** Assumes the earliest possible end: the server records use only once a minute. */
export function standingAfter(role: Role, unusedMs: number): Standing {
  const leftMs = (SESSION_LIMITS[role].idleSeconds - SESSION_TOUCH_SECONDS) * 1000 - Math.max(unusedMs, 0);
  if (leftMs <= 0) return { kind: 'over' };
  const forMs = leftMs - SESSION_WARNING_SECONDS * 1000;
  return forMs > 0 ? { kind: 'open', forMs } : { kind: 'ending', secondsLeft: Math.ceil(leftMs / 1000) };
}
