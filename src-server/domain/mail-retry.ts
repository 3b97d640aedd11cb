import { doubled } from './back-off.ts';
import { MAIL_RETRY } from './limits.ts';

/**
 * How long to wait before a message is tried again, in seconds, after `attempts` that failed; null: no more. `chance` in
 * [0, 1) spreads what failed together.
 */
export function retryDelaySeconds(attempts: number, chance: number): number | null {
  const { firstSeconds, maxSeconds, jitter, tries } = MAIL_RETRY;
  if (attempts >= tries) return null;
  const seconds = doubled(firstSeconds, attempts - 1, maxSeconds);
  return Math.round(seconds * (1 - jitter + 2 * jitter * chance));
}
