import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';

const { busyFrom, mostStrain } = CROWDED_PROCESS;
/** How fast strain changes: by this power of e in a second, times how far the thread is above or below `busyFrom`. */
const GROWS = 3;
const SHRINKS = 0.6;
/** Less says little of how busy the thread is. */
const LEAST_MS = 50;

let strain = 1;
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
  const above = active / passedMs - busyFrom;
  const grownBy = Math.exp((above * (above > 0 ? GROWS : SHRINKS) * passedMs) / 1_000);
  strain = Math.min(Math.max(strain * grownBy, 1), mostStrain);
  last = now;
  return strain;
}

export function forgetStrain(): void {
  strain = 1;
  last = performance.eventLoopUtilization();
}
