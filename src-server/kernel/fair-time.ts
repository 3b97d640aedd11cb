import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { fairLevel } from './fair-level.ts';

const { from, rememberedMs } = CROWDED_PROCESS;
const LEVEL_FOR_MS = 100;
/** Less than what a rounded clock tells. */
const FORGOTTEN_BELOW_MS = 0.1;
const FORGET_EVERY_MS = 1_000;

type Taken = { ms: number; atMs: number };

const lately = ({ ms, atMs }: Taken, nowMs: number): number =>
  ms * Math.exp(Math.min(0, atMs - nowMs) / rememberedMs);

/** What the calls of each name took of the thread lately, the older the less: of one that takes a part p for long, p × `rememberedMs`. */
export class FairTime {
  readonly #least: number;
  readonly #partOf: (taken: number) => number;
  readonly #taken = new Map<string, Taken>();
  /** How many calls of each name wait. */
  readonly #waiting = new Map<string, number>();
  #level = { ms: Number.POSITIVE_INFINITY, untilMs: 0 };
  #forgotAtMs = 0;

  /** `least`: part of the process's time that is always fair. `partOf`: which part all may have, of what they took lately. */
  constructor(least: number, partOf: (taken: number) => number = () => from) {
    this.#least = least;
    this.#partOf = partOf;
  }

  /** Adds what a call of `name` took. `nowMs`: as `performance.now()`. */
  note(name: string, tookMs: number, nowMs = performance.now()): void {
    this.#taken.set(name, { ms: this.takenMs(name, nowMs) + tookMs, atMs: nowMs });
    if (nowMs - this.#forgotAtMs > FORGET_EVERY_MS) this.#forget(nowMs);
  }

  takenMs(name: string, nowMs = performance.now()): number {
    const known = this.#taken.get(name);
    return known ? lately(known, nowMs) : 0;
  }

  /**
   * Whether `name` lately took more than its fair part of a process that is crowded (`CROWDED_PROCESS`). Of one that is not, nobody takes more
   * than is fair.
   */
  isAbove(name: string, nowMs = performance.now()): boolean {
    return this.#taken.has(name) && this.takenMs(name, nowMs) > this.#levelMs(nowMs);
  }

  /** A name of which a call waits counts as one that would take all there is. Returns how to end the wait. */
  wait(name: string): () => void {
    const change = (by: number) => {
      const calls = (this.#waiting.get(name) ?? 0) + by;
      if (calls > 0) this.#waiting.set(name, calls);
      else this.#waiting.delete(name);
    };
    change(1);
    return () => change(-1);
  }

  /** For simulated processes, as `forgetCallers`. */
  forgetAll(): void {
    this.#taken.clear();
    this.#waiting.clear();
    this.#level = { ms: Number.POSITIVE_INFINITY, untilMs: 0 };
  }

  #levelMs(nowMs: number): number {
    if (nowMs < this.#level.untilMs) return this.#level.ms;
    const taken = [...this.#taken].map(([name, known]) => ({ name, ms: lately(known, nowMs) }));
    const sumMs = taken.reduce((sum, { ms }) => sum + ms, 0);
    const allMs = this.#partOf(sumMs / rememberedMs) * rememberedMs;
    const amounts = taken.map(({ name, ms }) => (this.#waiting.has(name) ? Math.max(allMs, ms) : ms));
    const fairMs = fairLevel(amounts, allMs);
    this.#level = { ms: Math.max(fairMs, this.#least * rememberedMs), untilMs: nowMs + LEVEL_FOR_MS };
    return this.#level.ms;
  }

  #forget(nowMs: number): void {
    this.#forgotAtMs = nowMs;
    for (const [name, known] of this.#taken)
      if (lately(known, nowMs) < FORGOTTEN_BELOW_MS) this.#taken.delete(name);
  }
}
