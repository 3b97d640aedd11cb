import { setTimeout as sleep } from 'node:timers/promises';
import { exponentialBackOff } from '#domain/back-off';

/** Something that runs for as long as the process. `stop` lets the turn at hand come to its end. */
export type Loop = { stop(): Promise<void> };

/** How a turn went: 'again' takes the next one at once, 'failed' waits longer for it. */
export type Turn = 'again' | 'failed' | 'rest';

type Pace = {
  everyMs: number;
  /** After failures in a row the pause doubles, up to this; without it the pause stays. */
  maxPauseMs?: number;
  /** The first turn comes after a pause, too. */
  restsFirst?: boolean;
};

/**
 * Takes turns until it is stopped, with a pause between them. What a turn throws is told to `onError` and counts as a failure: a
 * database that fails for a while ends no loop.
 */
export function startLoop(
  turn: (isStopping: () => boolean) => Promise<Turn | undefined>,
  { everyMs, maxPauseMs = everyMs, restsFirst = false }: Pace,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const take = () =>
    turn(() => signal.aborted).catch((error: unknown): Turn => {
      onError(error);
      return 'failed';
    });
  const running = (async () => {
    let failures = 0;
    if (restsFirst) await sleep(everyMs, undefined, { signal }).catch(() => {});
    while (!signal.aborted) {
      const went = await take();
      failures = went === 'failed' ? failures + 1 : 0;
      if (went !== 'again')
        await sleep(exponentialBackOff(everyMs, failures, maxPauseMs), undefined, { signal }).catch(() => {});
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
