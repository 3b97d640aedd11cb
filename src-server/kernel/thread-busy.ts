import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';

const { rememberedMs } = CROWDED_PROCESS;
/** What is not counted (HTTP, the database's answers, streams) is a part only; more is the bank's own work. */
const MOST_PER_COUNTED = 3;

let last = performance.eventLoopUtilization();
let atMs = performance.now();
let busyMs = 0;
let countedMs = 0;

/** Adds what was counted for a call. Lately weighs more, as in `FairTime`. */
export function noteCounted(tookMs: number, nowMs = performance.now()): void {
  const gapMs = Math.max(nowMs - atMs, 0);
  const kept = Math.exp(-gapMs / rememberedMs);
  const now = performance.eventLoopUtilization();
  // As if spread evenly over the gap, of which what is long ago is forgotten.
  const lately = gapMs > 0 ? (rememberedMs / gapMs) * (1 - kept) : 1;
  busyMs = busyMs * kept + (now.active - last.active) * lately;
  countedMs = countedMs * kept + tookMs;
  last = now;
  atMs = nowMs;
}

/** The part of the time in which the thread was busy lately, and how much of that there was for each counted millisecond (1 to 3). */
export const threadBusy = (): { share: number; perCounted: number } => ({
  share: busyMs / rememberedMs,
  perCounted: Math.min(Math.max(countedMs > 0 ? busyMs / countedMs : 1, 1), MOST_PER_COUNTED),
});

export function forgetThreadBusy(): void {
  last = performance.eventLoopUtilization();
  atMs = performance.now();
  busyMs = 0;
  countedMs = 0;
}
