export type ProviderError = { code: string; description: string };

/**
 * `refused` (4xx): nothing happened; `retryAfterSeconds` if a 429 names it. `unreached`: nothing was sent. `unknown` (5xx, timeout …): it may have happened.
 */
export type Outcome<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; status: number; errors: ProviderError[]; retryAfterSeconds?: number }
  | { kind: 'unreached' }
  | { kind: 'unknown'; cause: 'timeout' | 'network' | 'server' | 'malformed' };

/** The provider's quota is used up, or too many calls are under way: it did nothing. */
export const isTooMany = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && outcome.status === 429;

/** If the provider names no time to wait. */
const USUAL_WAIT_SECONDS = 60;

/** How long to wait where `isTooMany`, a second at least; null: it is not. */
export const waitSecondsOf = (outcome: Outcome<unknown>): number | null =>
  outcome.kind === 'refused' && outcome.status === 429
    ? Math.max(1, outcome.retryAfterSeconds ?? USUAL_WAIT_SECONDS)
    : null;

/** No answer came, so that each further call may last as long as this one. A refusal, or an answer that makes no sense, came at once. */
export const isSilent = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'unreached' || (outcome.kind === 'unknown' && outcome.cause !== 'malformed');

export const answered = <T>(value: T): Outcome<T> => ({ kind: 'answered', value });

export const unknown = (cause: 'timeout' | 'network' | 'server' | 'malformed') =>
  ({ kind: 'unknown', cause }) as const;

export const mapped = <T, U>(outcome: Outcome<T>, to: (value: T) => U): Outcome<U> =>
  outcome.kind === 'answered' ? answered(to(outcome.value)) : outcome;
