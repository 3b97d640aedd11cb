import { performance } from 'node:perf_hooks';

/** Less than what a rounded clock tells. */
const FORGOTTEN_BELOW_MS = 0.1;
const FORGET_EVERY_MS = 1_000;

type Taken = { ms: number; atMs: number };

/** What the calls of each name took of the thread lately, the older the less: of one that takes a part p for long, p × `rememberedMs`. */
export class LatelyTaken {
  readonly #rememberedMs: number;
  readonly #taken = new Map<string, Taken>();
  #forgotAtMs = 0;

  constructor(rememberedMs: number) {
    this.#rememberedMs = rememberedMs;
  }

  /** Adds what a call of `name` took. `nowMs`: as `performance.now()`. */
  note(name: string, tookMs: number, nowMs = performance.now()): void {
    this.#taken.set(name, { ms: this.takenMs(name, nowMs) + tookMs, atMs: nowMs });
    if (nowMs - this.#forgotAtMs > FORGET_EVERY_MS) this.#forget(nowMs);
  }

  takenMs(name: string, nowMs = performance.now()): number {
    const known = this.#taken.get(name);
    return known ? this.#lately(known, nowMs) : 0;
  }

  all(nowMs: number): { name: string; ms: number }[] {
    return [...this.#taken].map(([name, known]) => ({ name, ms: this.#lately(known, nowMs) }));
  }

  /** For simulated processes, as `forgetCallers`. */
  forgetAll(): void {
    this.#taken.clear();
  }

  #lately({ ms, atMs }: Taken, nowMs: number): number {
    return ms * Math.exp(Math.min(0, atMs - nowMs) / this.#rememberedMs);
  }

  #forget(nowMs: number): void {
    this.#forgotAtMs = nowMs;
    for (const [name, known] of this.#taken)
      if (this.#lately(known, nowMs) < FORGOTTEN_BELOW_MS) this.#taken.delete(name);
  }
}
