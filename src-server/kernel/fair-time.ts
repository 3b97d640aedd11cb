import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { fairLevel } from './fair-level.ts';

const { from, least, rememberedMs } = CROWDED_PROCESS;
const LEVEL_FOR_MS = 100;
/** Less than what a rounded clock tells. */
const FORGOTTEN_BELOW_MS = 0.1;

/** What the calls of each name took of the thread lately: of a name that takes a part p for long, p × `rememberedMs`. */
const taken = new Map<string, { ms: number; atMs: number }>();
let level = { ms: Number.POSITIVE_INFINITY, untilMs: 0 };

const lately = ({ ms, atMs }: { ms: number; atMs: number }, nowMs: number): number =>
  ms * Math.exp(Math.min(0, atMs - nowMs) / rememberedMs);

/** Adds what a call of `name` took of the thread. `nowMs`: as `performance.now()`. */
export function noteTime(name: string, tookMs: number, nowMs = performance.now()): void {
  taken.set(name, { ms: takenMs(name, nowMs) + tookMs, atMs: nowMs });
}

/**
 * Whether `name` lately took more than its fair part of a process that is crowded (`CROWDED_PROCESS`). Of one that is not, nobody takes more
 * than is fair.
 */
export const isAboveFairTime = (name: string, nowMs = performance.now()): boolean =>
  taken.has(name) && takenMs(name, nowMs) > levelMs(nowMs);

/** What the calls of `name` took of the thread lately, the older the less. */
export function takenMs(name: string, nowMs = performance.now()): number {
  const known = taken.get(name);
  return known ? lately(known, nowMs) : 0;
}

function levelMs(nowMs: number): number {
  if (nowMs < level.untilMs) return level.ms;
  const amounts: number[] = [];
  for (const [name, known] of taken) {
    const ms = lately(known, nowMs);
    if (ms < FORGOTTEN_BELOW_MS) taken.delete(name);
    else amounts.push(ms);
  }
  const fairMs = fairLevel(amounts, from * rememberedMs);
  level = { ms: Math.max(fairMs, least * rememberedMs), untilMs: nowMs + LEVEL_FOR_MS };
  return level.ms;
}

/** For simulated processes, as `forgetCallers`. */
export function forgetTimes(): void {
  taken.clear();
  level = { ms: Number.POSITIVE_INFINITY, untilMs: 0 };
}
