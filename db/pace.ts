/** Weight of a new sample in an exponential moving average; higher for the first samples. */
const NEWEST = { job: 0.02, batch: 0.2, release: 0.05 };

/** Moving averages of the writer's time per job and its overhead per batch. */
export class BatchPace {
  #jobMs = 0;
  #batchMs = 0;
  #batches = 0;

  /** `jobsMs`: time the jobs took; `wholeMs`: with COMMIT and the event-loop turn before the batch. */
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

/** Mean time between two released connections while somebody waits. */
export class ReleasePace {
  #eachMs = 0;
  #measures = 0;
  #lastAtMs: number | undefined;

  /** Intervals without waiters are not measured. */
  note(hasWaiters: boolean): void {
    const nowMs = performance.now();
    if (hasWaiters && this.#lastAtMs !== undefined) {
      this.#measures += 1;
      this.#eachMs += (nowMs - this.#lastAtMs - this.#eachMs) * Math.max(1 / this.#measures, NEWEST.release);
    }
    this.#lastAtMs = hasWaiters ? nowMs : undefined;
  }

  /** Expected ms until so many connections have been released; 0 before any sample. */
  waitMs(releases: number): number {
    return releases * this.#eachMs;
  }
}
