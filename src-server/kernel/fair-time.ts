import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { fairLevel } from './fair-level.ts';
import { LatelyTaken } from './lately-taken.ts';

const { from, rememberedMs } = CROWDED_PROCESS;
const LEVEL_FOR_MS = 100;

/** As `LatelyTaken`, and who of all took more than is fair. */
export class FairTime {
  readonly #least: number;
  readonly #partOf: (taken: number) => number;
  readonly #taken = new LatelyTaken(rememberedMs);
  /** How many calls of each name wait. */
  readonly #waiting = new Map<string, number>();
  #level = { ms: Number.POSITIVE_INFINITY, untilMs: 0 };

  /** `least`: part of the process's time that is always fair. `partOf`: which part all may have, of what they took lately. */
  constructor(least: number, partOf: (taken: number) => number = () => from) {
    this.#least = least;
    this.#partOf = partOf;
  }

  /** Adds what a call of `name` took. `nowMs`: as `performance.now()`. */
  note(name: string, tookMs: number, nowMs = performance.now()): void {
    this.#taken.note(name, tookMs, nowMs);
  }

  takenMs(name: string, nowMs = performance.now()): number {
    return this.#taken.takenMs(name, nowMs);
  }

  /**
   * Whether `name` lately took more than its fair part of a process that is crowded (`CROWDED_PROCESS`). Of one that is not, nobody takes more
   * than is fair.
   */
  isAbove(name: string, nowMs = performance.now()): boolean {
    const takenMs = this.takenMs(name, nowMs);
    return takenMs > 0 && takenMs > this.#levelMs(nowMs);
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
    this.#taken.forgetAll();
    this.#waiting.clear();
    this.#level = { ms: Number.POSITIVE_INFINITY, untilMs: 0 };
  }

  #levelMs(nowMs: number): number {
    if (nowMs < this.#level.untilMs) return this.#level.ms;
    const taken = this.#taken.all(nowMs);
    const sumMs = taken.reduce((sum, { ms }) => sum + ms, 0);
    const allMs = this.#partOf(sumMs / rememberedMs) * rememberedMs;
    const amounts = taken.map(({ name, ms }) => (this.#waiting.has(name) ? Math.max(allMs, ms) : ms));
    const fairMs = fairLevel(amounts, allMs);
    this.#level = { ms: Math.max(fairMs, this.#least * rememberedMs), untilMs: nowMs + LEVEL_FOR_MS };
    return this.#level.ms;
  }
}
