/** One thing that the provider had to say about why not, in its own words. */
export type ProviderError = { code: string; description: string };

/**
 * How a call to the provider ended. `refused` (4xx): it said no, and nothing happened · `unreached` (refused connection,
 * unknown host): nothing was sent · `unknown` (5xx, reset, time-out, unreadable answer): it may have happened.
 */
export type Outcome<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; status: number; errors: ProviderError[] }
  | { kind: 'unreached' }
  | { kind: 'unknown'; cause: 'timeout' | 'network' | 'server' | 'malformed' };

export const answered = <T>(value: T): Outcome<T> => ({ kind: 'answered', value });

export const unknown = (cause: 'timeout' | 'network' | 'server' | 'malformed') =>
  ({ kind: 'unknown', cause }) as const;

/** The same outcome with its value made into another; every other kind stays what it is. */
export const mapped = <T, U>(outcome: Outcome<T>, to: (value: T) => U): Outcome<U> =>
  outcome.kind === 'answered' ? answered(to(outcome.value)) : outcome;
