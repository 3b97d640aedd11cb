import { performance } from 'node:perf_hooks';
import { fairLevel } from './fair-level.ts';
import { strainOfThread } from './strain.ts';

/** What a line takes of a process before its pieces are followed by rests: a second at once (less of a strained thread), and a tenth of the time in which it is idle. */
const BURST_MS = 1_000;
const FREE_SHARE = 0.1;
/** Of all lines together: dozens of networks would take a second each. Who took less than a fair part of it is not busy. */
const BURST_OF_ALL_MS = 3_000;
/** What it took beyond that is forgotten 20 s after it stops. */
const MOST_OWED_MS = 3_000;
/** Part of one core that one line alone takes beyond what is free, and several together. */
const SHARE = { ofOne: 1 / 2, ofSeveral: 1 / 4 };
/** Lines that are so many that each would rest longer take more than that. */
const MOST_REST_MS = 5_000;
/** A line whose last rest ended longer ago is not under way: its pieces are shorter. */
const RECENT_MS = 3_000;
/** Above so many lines those that owe nothing are forgotten. */
const FORGET_ABOVE = 10_000;

/** `atMs`: when its last piece, and the rest after it, ended or will end; from then on what it owes becomes less. */
const owed = new Map<string, { owedMs: number; atMs: number }>();

function owedMsOf(line: string, nowMs: number): number {
  const { owedMs, atMs } = owed.get(line) ?? { owedMs: 0, atMs: nowMs };
  return Math.max(0, owedMs - Math.max(0, nowMs - atMs) * FREE_SHARE);
}

/** The other lines under way that take more than what is free, and whether this one does. */
function busyNow(line: string, nowMs: number, strain: number): { isBusy: boolean; others: number } {
  const ownMs = owedMsOf(line, nowMs);
  const ofOthers: number[] = [];
  for (const [other, { atMs }] of owed)
    if (other !== line && nowMs - atMs < RECENT_MS) ofOthers.push(owedMsOf(other, nowMs));
  const freeMs = Math.min(BURST_MS / strain, fairLevel([ownMs, ...ofOthers], BURST_OF_ALL_MS));
  return { isBusy: ownMs > freeMs, others: ofOthers.filter((owedMs) => owedMs > freeMs).length };
}

/** Adds what a piece of a line took of the thread and the database (`inThreadAndIdleTime`). `nowMs`: as `performance.now()`. */
export function noteUse(line: string, tookMs: number, nowMs = performance.now()): void {
  const owedMs = Math.min(owedMsOf(line, nowMs) + tookMs, MOST_OWED_MS);
  if (owed.size >= FORGET_ABOVE)
    for (const known of owed.keys()) if (owedMsOf(known, nowMs) === 0) owed.delete(known);
  owed.set(line, { owedMs, atMs: nowMs });
}

/**
 * Adds what a piece took, and returns how long its line rests after it, so that all lines that take more than what is free together take a
 * quarter of one core, one alone half (of a strained thread less): each process has them, and one home has lines of two networks (IPv4 and
 * IPv6) and four kinds. Nothing is free meanwhile, or many lines would take a tenth of the time each. Whoever asks for one piece after the
 * other is in no crowd, and takes as much as many at once.
 */
export function restMsAfter(
  line: string,
  tookMs: number,
  nowMs = performance.now(),
  strain = strainOfThread(),
): number {
  noteUse(line, tookMs, nowMs);
  const { isBusy, others } = busyNow(line, nowMs, strain);
  if (!isBusy) return 0;
  const share = others > 0 ? SHARE.ofSeveral / (others + 1) : SHARE.ofOne;
  const restMs = Math.min((tookMs * strain) / share - tookMs, MOST_REST_MS);
  owed.set(line, { owedMs: owedMsOf(line, nowMs), atMs: nowMs + restMs });
  return restMs;
}
