import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';

/** How fast strain changes: by this power of e in a second, times how far the thread is above or below `busyFrom`. */
const GROWS = 6;
const SHRINKS = 0.5;
/** Over which the busy part of the time is averaged: calls come in bursts. */
const AVERAGED_MS = 1_000;
/** Less says little of how busy the thread is. */
const LEAST_MS = 50;
/** One piece of work that keeps the thread for longer does not count for more. */
const MOST_MS = 300;

let strain = 1;
let busy = 0;
let last = performance.eventLoopUtilization();

/**
 * How many times longer those rest who take most of a busy thread, 1 to `mostStrain`: grows while the thread is busy for more than `busyFrom` of
 * the time, and shrinks while it is not. So what each kind of work may take, and what nobody counts (HTTP, sign-ins, answers of the database),
 * leaves room for others together, too.
 */
export function strainOfThread(now = performance.eventLoopUtilization()): number {
  const { active, idle } = performance.eventLoopUtilization(now, last);
  const passedMs = active + idle;
  if (passedMs < LEAST_MS) return strain;
  last = now;
  busy += (active / passedMs - busy) * (1 - Math.exp(-passedMs / AVERAGED_MS));
  const { busyFrom, mostStrain } = CROWDED_PROCESS;
  const above = busy - busyFrom;
  const countedMs = above > 0 ? Math.min(passedMs, MOST_MS) : passedMs;
  const times = Math.exp((above * (above > 0 ? GROWS : SHRINKS) * countedMs) / 1_000);
  strain = Math.min(Math.max(strain * times, 1), mostStrain);
  return strain;
}

export function forgetStrain(): void {
  strain = 1;
  busy = 0;
  last = performance.eventLoopUtilization();
}
