/** How much of the newest measure goes into a mean; more while there are few. */
const NEWEST = { job: 0.02, batch: 0.2, release: 0.05 };

/** How long a writer that works in batches takes, from its last ones: for each job, and for a batch besides. */
export class BatchPace {
  #jobMs = 0;
  #batchMs = 0;
  #batches = 0;

  /** A batch of so many jobs (not none), which took so long themselves, and all of it with its commit and the turn before it. */
  note(jobs: number, jobsMs: number, wholeMs: number): void {
    this.#batches += 1;
    const newest = Math.max(1 / this.#batches, NEWEST.batch);
    this.#batchMs += (wholeMs - jobsMs - this.#batchMs) * newest;
    // Each job counts by itself: a full batch says more of them than one with a single job in it.
    const newestJobs = Math.max(1 / this.#batches, 1 - (1 - NEWEST.job) ** jobs);
    this.#jobMs += (jobsMs / jobs - this.#jobMs) * newestJobs;
  }

  /** How long so many jobs in so many batches will take; 0 before anything was measured. */
  waitMs(jobs: number, batches: number): number {
    return jobs * this.#jobMs + batches * this.#batchMs;
  }
}

/** How often something comes free while somebody waits for it. */
export class ReleasePace {
  #eachMs = 0;
  #measures = 0;
  #lastAtMs: number | undefined;

  /** One has come free. Between two of them at which nobody waits nothing is measured. */
  note(isWaitedFor: boolean): void {
    const nowMs = performance.now();
    if (isWaitedFor && this.#lastAtMs !== undefined) {
      this.#measures += 1;
      this.#eachMs += (nowMs - this.#lastAtMs - this.#eachMs) * Math.max(1 / this.#measures, NEWEST.release);
    }
    this.#lastAtMs = isWaitedFor ? nowMs : undefined;
  }

  /** How long until so many have come free; 0 before anything was measured. */
  waitMs(places: number): number {
    return places * this.#eachMs;
  }
}
