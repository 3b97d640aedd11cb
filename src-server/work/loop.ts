import { setTimeout as sleep } from 'node:timers/promises';
import { exponentialBackOff } from '#domain/back-off';

export type Loop = { stop(): Promise<void> };

/** 'again': the next turn follows at once; 'failed': after a longer pause. */
export type Turn = 'again' | 'failed' | 'rest';

type Pace = {
  everyMs: number;
  /** The pause doubles after each failure in a row, up to this; default: no doubling. */
  maxPauseMs?: number;
  restsFirst?: boolean;
};

/** Takes turns until stopped. An exception goes to `onError` and counts as a failure; it never ends the loop. */
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
