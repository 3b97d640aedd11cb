import { BatchPace } from '#db/pace';
import { BusyError } from '#db/scope';
import { type Asker, isLineFull, type ShedCounts, ShedError, shedAtItsTurn } from '#db/shed';

export type Outcome<Value = unknown> = { ok: true; value: Value } | { ok: false; error: unknown };

/** `asker` undefined: the bank's own work. */
export type Job = {
  asker: Asker | undefined;
  askedAtMs: number;
  batchesBefore: number;
  outcome?: Outcome;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

export type LineOptions = { batchSize: number; turnAfterMs: number };

/** Jobs per COMMIT at most. */
export const BATCH_SIZE = 64;

/** Share of each batch guaranteed to jobs that may not be shed: the bank's own, and those of requests that have begun. */
const OWN_SHARE = 0.25;

/**
 * Jobs that wait for a shared COMMIT. Requests have a bounded queue; the bank's own work and requests that have begun to
 * write are never shed.
 */
export class JobLine<Work extends object> {
  readonly #batchSize: number;
  readonly #ownSize: number;
  readonly #turnAfterMs: number;
  readonly pace = new BatchPace();
  readonly shed: ShedCounts = { line: 0, late: 0, left: 0 };
  /** Batches that failed as a whole, so that their parts were tried again. */
  triedAgain = 0;
  #own: (Work & Job)[] = [];
  #asked: (Work & Job)[] = [];
  #batches = 0;
  /** SQLite: when another process was last seen to hold the lock. */
  lockedUntilMs = 0;

  constructor({ batchSize, turnAfterMs }: LineOptions) {
    this.#batchSize = batchSize;
    this.#ownSize = Math.ceil(batchSize * OWN_SHARE);
    this.#turnAfterMs = turnAfterMs;
  }

  get waiting(): number {
    return this.#own.length + this.#asked.length;
  }

  /** Estimated wait of a new request in ms; 0 while fewer than a batch wait. */
  get waitMs(): number {
    if (this.#asked.length < this.#batchSize) return 0;
    const places = this.#batchSize - Math.min(this.#own.length, this.#ownSize);
    const batches = Math.floor(this.#asked.length / places);
    const own = Math.min(this.#own.length, batches * this.#ownSize);
    return this.pace.waitMs(this.#asked.length + own, batches);
  }

  /** Settles with the job's outcome; rejects at once when the queue is too long. `added` is called when it waits. */
  add<Value>(work: Work, asker: Asker | undefined, added: () => void): Promise<Value> {
    const mayBeShed = asker?.mayBeShed === true;
    if (mayBeShed && isLineFull(this.waitMs, this.#turnAfterMs)) return Promise.reject(this.#counted('line'));
    return new Promise<Value>((resolve, reject) => {
      const [askedAtMs, batchesBefore] = [performance.now(), this.#batches];
      const line = mayBeShed ? this.#asked : this.#own;
      line.push({ ...work, asker, askedAtMs, batchesBefore, resolve: resolve as Job['resolve'], reject });
      added();
    });
  }

  /** The next batch, without requests that waited too long or whose client has left. */
  next(): (Work & Job)[] {
    const jobs = this.#own.splice(0, this.#asked.length > 0 ? this.#ownSize : this.#batchSize);
    while (jobs.length < this.#batchSize) {
      const job = this.#asked.shift();
      if (!job) break;
      if (!this.#shedIfDue(job)) jobs.push(job);
    }
    jobs.push(...this.#own.splice(0, this.#batchSize - jobs.length));
    this.#batches += 1;
    return jobs;
  }

  /** Rejects those that have waited longer than `afterMs` for a lock. */
  rejectOverdue(afterMs: number, error: Error): void {
    const isPatient = (job: Job) => {
      if (this.lockedUntilMs <= job.askedAtMs + afterMs) return true;
      job.reject(error);
      return false;
    };
    this.#own = this.#own.filter(isPatient);
    this.#asked = this.#asked.filter(isPatient);
  }

  /**
   * Rejects what has waited too long, without waiting for its turn. The first batch and what may not be shed are given
   * `busyAfterMs`, as for a lock.
   */
  rejectLate(busyAfterMs: number): void {
    const nowMs = performance.now();
    const stays = (job: Job, afterMs: number, error: () => Error) => {
      if (nowMs - job.askedAtMs <= afterMs) return true;
      job.reject(error());
      return false;
    };
    const busy = () => new BusyError('the transactions before it take too long');
    this.#asked = this.#asked.filter((job, place) => {
      if (job.asker?.mayBeShed === false) return stays(job, busyAfterMs, busy);
      const afterMs = place < this.#batchSize ? busyAfterMs : this.#turnAfterMs;
      return stays(job, afterMs, () => this.#counted('late'));
    });
    this.#own = this.#own.filter((job) => stays(job, busyAfterMs, busy));
  }

  #shedIfDue({ asker, askedAtMs, batchesBefore, reject }: Job): boolean {
    if (!asker) return false;
    const waitedMs = performance.now() - Math.max(askedAtMs, this.lockedUntilMs);
    const inTurn = batchesBefore === this.#batches;
    const reason = shedAtItsTurn({ asker, waitedMs, inTurn, turnAfterMs: this.#turnAfterMs });
    // Later, since the caller's next steps would now be taken for code inside the open transaction.
    if (reason !== null) setImmediate(reject, this.#counted(reason));
    return reason !== null;
  }

  #counted(reason: keyof ShedCounts): ShedError {
    this.shed[reason] += 1;
    return new ShedError(reason);
  }
}

export function answer({ outcome, resolve, reject }: Job): void {
  if (outcome?.ok) resolve(outcome.value);
  else reject(outcome?.error);
}

/** In the order of their first jobs. */
export function jobsBy<Key, Waiting>(
  jobs: readonly Waiting[],
  keyOf: (job: Waiting) => Key,
): Map<Key, Waiting[]> {
  const found = new Map<Key, Waiting[]>();
  for (const job of jobs) {
    const same = found.get(keyOf(job));
    if (same) same.push(job);
    else found.set(keyOf(job), [job]);
  }
  return found;
}
