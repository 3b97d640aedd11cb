/** Then every other moment is forgotten. */
const MOST_MOMENTS = 128;

/**
 * How far a replica is behind, by this process's clock alone: the age of the oldest position of the primary that the
 * replica has not replayed.
 */
export class ReplicaLag {
  #moments: { at: number; ms: number }[] = [];

  /** The primary was at position `at`. */
  note(at: number, ms: number): void {
    this.#moments.push({ at, ms });
    if (this.#moments.length > MOST_MOMENTS)
      this.#moments = this.#moments.filter((_, place) => place % 2 === 0);
  }

  /** The replica has replayed everything up to position `at`. */
  reached(at: number): void {
    this.#moments = this.#moments.filter((moment) => moment.at > at);
  }

  /** 0 if nothing is missing. */
  behindMs(nowMs: number): number {
    const [oldest] = this.#moments;
    return oldest ? nowMs - oldest.ms : 0;
  }
}
