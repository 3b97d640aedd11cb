/** The longest that a group waits for others to join it. */
const MOST_MS = 25;

/**
 * When a group of work begins. Who is answered asks again a moment later: if a group took at once what waits, one of a single
 * item would follow each that has all others, and every second group would do next to nothing.
 */
export class Gathering {
  /** Of the last two groups. */
  #sizes: [number, number] = [0, 0];
  #last = { tookMs: 0, endedAtMs: 0 };
  #pending: { wanted: number; begin(): void } | undefined;

  /** Resolves once half as many wait as the last two groups had, or once that takes longer than the last group did. */
  async begin(waiting: number): Promise<void> {
    const wanted = Math.floor((this.#sizes[0] + this.#sizes[1]) / 2);
    const untilMs = this.#last.endedAtMs + Math.min(this.#last.tookMs, MOST_MS);
    const leftMs = untilMs - performance.now();
    if (waiting >= wanted || leftMs <= 0) return;
    await new Promise<void>((begin) => {
      const late = setTimeout(begin, leftMs);
      this.#pending = {
        wanted,
        begin: () => {
          clearTimeout(late);
          begin();
        },
      };
    });
    this.#pending = undefined;
  }

  /** So many wait now. */
  came(waiting: number): void {
    if (this.#pending && waiting >= this.#pending.wanted) this.#pending.begin();
  }

  ended(size: number, tookMs: number): void {
    this.#sizes = [this.#sizes[1], size];
    this.#last = { tookMs, endedAtMs: performance.now() };
  }
}
