/** Weight of the newest measurement in a mean; more while there are few. */
const NEWEST = { job: 0.02, batch: 0.2, release: 0.05 };

/** Time of a batching writer per job and per batch, from recent batches. */
export class BatchPace {
  #jobMs = 0;
  #batchMs = 0;
  #batches = 0;

  /** `jobsMs`: of the jobs; `wholeMs`: with commit and the preceding turn. */
  note(jobs: number, jobsMs: number, wholeMs: number): void {
    this.#batches += 1;
    const newest = Math.max(1 / this.#batches, NEWEST.batch);
    this.#batchMs += (wholeMs - jobsMs - this.#batchMs) * newest;
    // Weighted per job: a full batch says more than a single job.
    const newestJobs = Math.max(1 / this.#batches, 1 - (1 - NEWEST.job) ** jobs);
    this.#jobMs += (jobsMs / jobs - this.#jobMs) * newestJobs;
  }

  /** Expected ms; 0 before any measurement. */
  waitMs(jobs: number, batches: number): number {
    return jobs * this.#jobMs + batches * this.#batchMs;
  }
}

export class ReleasePace {
  #eachMs = 0;
  #measures = 0;
  #lastAtMs: number | undefined;

  /** Intervals without waiters are not measured. */
  note(isWaitedFor: boolean): void {
    const nowMs = performance.now();
    if (isWaitedFor && this.#lastAtMs !== undefined) {
      this.#measures += 1;
      this.#eachMs += (nowMs - this.#lastAtMs - this.#eachMs) * Math.max(1 / this.#measures, NEWEST.release);
    }
    this.#lastAtMs = isWaitedFor ? nowMs : undefined;
  }

  /** Expected ms until so many places are free; 0 before any measurement. */
  waitMs(places: number): number {
    return places * this.#eachMs;
  }
}
