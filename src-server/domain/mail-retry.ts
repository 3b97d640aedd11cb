import { exponentialBackOff } from './back-off.ts';
import { MAIL_RETRY } from './limits.ts';

/** Null: give up. `chance` in [0, 1) scales the jitter. */
export function retryDelaySeconds(attempts: number, chance: number): number | null {
  const { firstSeconds, maxSeconds, jitter, tries } = MAIL_RETRY;
  if (attempts >= tries) return null;
  const seconds = exponentialBackOff(firstSeconds, attempts - 1, maxSeconds);
  return Math.round(seconds * (1 - jitter + 2 * jitter * chance));
}
