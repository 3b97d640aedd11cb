import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLS_PER_CALLER } from '#domain/limits';
import { refuse } from '#domain/refusal';
import type { CrowdKind } from './crowd.ts';
import { inThreadTime } from './thread-time.ts';

const { retryAfterSeconds, waitSeconds } = CALLS_PER_CALLER;

/**
 * How fast calls of one name may begin, after a burst, and which part of the process's time they may take. `crowd`: with which they take turns
 * when a process is crowded.
 */
export type Pace = { name: string; burst: number; perSecond: number; share: number; crowd?: CrowdKind };

/**
 * The most by which one call delays the next ones of its name beyond its turn. What takes longer (a long PDF) rests by itself, and its whole
 * time would keep an office out because one of them asked for it.
 */
const MOST_DELAY_MS = 1_000;

/** Above so many names those that may begin a whole burst are forgotten. */
const FORGET_ABOVE = 10_000;

/** When the next call of each name would begin if all came evenly; a burst may be ahead of it. */
const nextAtMs = new Map<string, number>();

/** Whether the call had to pause. Refuses TOO_MANY_ATTEMPTS if it would have to pause too long, BUSY when its client hung up meanwhile. */
export async function keepPace(pace: Pace, signal: AbortSignal | undefined): Promise<boolean> {
  const nowMs = performance.now();
  const earliestMs = earliestOf(pace);
  // Those of other names too: each burst is that of ten seconds.
  if (nextAtMs.size >= FORGET_ABOVE)
    for (const [known, atMs] of nextAtMs) if (atMs <= earliestMs) nextAtMs.delete(known);
  const atMs = Math.max(nextAtMs.get(pace.name) ?? earliestMs, earliestMs);
  if (atMs - nowMs > waitSeconds * 1000) refuse('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  nextAtMs.set(pace.name, atMs + gapMsOf(pace));
  if (atMs <= nowMs) return false;
  await sleep(atMs - nowMs);
  if (signal?.aborted) refuse('BUSY', { retryAfterSeconds });
  return true;
}

const gapMsOf = ({ perSecond }: Pace): number => 1000 / perSecond;
const earliestOf = (pace: Pace): number => performance.now() - pace.burst * gapMsOf(pace);

/**
 * Runs a call and delays the next ones of its name by what it takes of the thread beyond what its pace allows for: dear calls begin more
 * seldom. Waiting for the database, a hash or the provider costs nothing. `onEnd` is told how much it took, and how long it was under way,
 * before the call's result.
 */
export async function inItsTime<Done>(
  pace: Pace,
  run: () => Promise<Done>,
  onEnd: (tookMs: number, underWayMs: number) => void = () => {},
): Promise<Done> {
  const { name, share } = pace;
  const beganAtMs = performance.now();
  return inThreadTime(run, (tookMs) => {
    onEnd(tookMs, performance.now() - beganAtMs);
    const moreMs = Math.min(tookMs / share - gapMsOf(pace), MOST_DELAY_MS);
    if (moreMs > 0) nextAtMs.set(name, Math.max(nextAtMs.get(name) ?? 0, earliestOf(pace)) + moreMs);
  });
}

/** For simulated processes, as `forgetCallers`. */
export const forgetPaces = (): void => nextAtMs.clear();
