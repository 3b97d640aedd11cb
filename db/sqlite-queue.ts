import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { committing, UnknownOutcomeError } from '#db/away';
import type { OpenOptions } from '#db/engine';
import { BatchPace } from '#db/pace';
import { BusyError, ExpiredError, Scope } from '#db/scope';
import { type Asker, isLineFull, type ShedCounts, ShedError, shedAtItsTurn, TURN_AFTER_MS } from '#db/shed';

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

type Job = {
  work: (scope: Scope) => Promise<unknown>;
  /** Undefined: the bank's own work. */
  asker: Asker | undefined;
  askedAtMs: number;
  batchesBefore: number;
  outcome?: Outcome;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** Retry interval while another process writes. */
const RETRY_EVERY_MS = 10;

/** Share of each batch guaranteed to jobs that may not be shed: the bank's own, and those of requests that have begun. */
const OWN_SHARE = 0.25;

/**
 * The writer's queue. Waiting jobs share one BEGIN IMMEDIATE … COMMIT, each in a savepoint, and are answered after the
 * COMMIT. One event-loop turn passes between batches. Requests have a bounded queue; the bank's own work and requests
 * that have begun to write are never shed.
 */
export class SqliteQueue {
  readonly #writer: Database;
  readonly #batchSize: number;
  readonly #ownSize: number;
  readonly #busyAfterMs: number;
  readonly #turnAfterMs: number;
  readonly #betweenBatches: () => Promise<unknown> | undefined;
  readonly #onCommit: NonNullable<OpenOptions['onCommit']>;
  readonly #run: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo', () => void>;
  readonly #pace = new BatchPace();
  readonly shed: ShedCounts = { line: 0, late: 0, left: 0 };
  #own: Job[] = [];
  #asked: Job[] = [];
  #batches = 0;
  /** When another process was last seen to hold the lock. */
  #lockedUntilMs = 0;
  #pumping: Promise<void> | undefined;
  #exclusive: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(writer: Database, options: OpenOptions) {
    this.#writer = writer;
    this.#batchSize = options.batchSize ?? 64;
    this.#ownSize = Math.ceil(this.#batchSize * OWN_SHARE);
    this.#busyAfterMs = options.busyAfterMs ?? 10_000;
    this.#turnAfterMs = options.turnAfterMs ?? TURN_AFTER_MS;
    this.#betweenBatches = options.betweenBatches ?? (() => undefined);
    this.#onCommit = options.onCommit ?? (() => {});
    const statement = (text: string) => {
      const prepared = writer.prepare(text);
      return () => void prepared.run();
    };
    this.#run = {
      begin: statement('BEGIN IMMEDIATE'),
      commit: committing(statement('COMMIT')),
      rollback: statement('ROLLBACK'),
      savepoint: statement('SAVEPOINT job'),
      release: statement('RELEASE job'),
      undo: statement('ROLLBACK TO job'),
    };
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
    return this.#pace.waitMs(this.#asked.length + own, batches);
  }

  /**
   * Resolves after a durable COMMIT. Rejects if the job fails, if another process holds the lock too long, or if the
   * request is shed: at once when the queue is too long, at its turn when it waited too long or its client has left.
   */
  add<T>(work: (scope: Scope) => Promise<T>, asker?: Asker): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    const mayBeShed = asker?.mayBeShed === true;
    if (mayBeShed && isLineFull(this.waitMs, this.#turnAfterMs)) return Promise.reject(this.#counted('line'));
    return new Promise<T>((resolve, reject) => {
      const [askedAtMs, batchesBefore] = [performance.now(), this.#batches];
      const line = mayBeShed ? this.#asked : this.#own;
      line.push({ work, asker, askedAtMs, batchesBefore, resolve: resolve as Job['resolve'], reject });
      this.#pumping ??= this.#pump();
    });
  }

  /** Runs on the writer while no transaction is open. */
  alone<T>(run: () => T): Promise<T> {
    const done = this.#exclusive.then(async () => {
      await this.#pumping;
      return this.#patiently(run, performance.now() + this.#busyAfterMs);
    });
    this.#exclusive = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#exclusive;
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    while (this.waiting > 0) {
      const turnMs = await this.#turn();
      const failure = await this.#begin();
      // Waiting for another process is not part of the pace.
      const begunAtMs = performance.now();
      const jobs = this.#nextBatch();
      if (jobs.length === 0) {
        if (this.#writer.inTransaction) this.#run.rollback();
        continue;
      }
      const jobsMs = await this.#commitTogether(jobs, failure);
      this.#pace.note(jobs.length, jobsMs, turnMs + performance.now() - begunAtMs);
    }
    this.#pumping = undefined;
  }

  /** Yields to the event loop: other code of the same turn would be taken for code inside the transaction. */
  async #turn(): Promise<number> {
    const startedAtMs = performance.now();
    const others = this.#betweenBatches();
    if (others) await others;
    await nextTurn();
    return performance.now() - startedAtMs;
  }

  /** Waits for other processes' locks, and meanwhile rejects jobs that have waited too long. Returns why it failed. */
  async #begin(): Promise<unknown> {
    for (;;) {
      try {
        this.#run.begin();
        return undefined;
      } catch (error) {
        if (!isBusy(error)) return error;
        this.#lockedUntilMs = performance.now();
        this.#rejectOverdue(error);
        if (this.waiting === 0) return error;
        await sleep(RETRY_EVERY_MS);
      }
    }
  }

  #rejectOverdue(cause: unknown): void {
    const isPatient = (job: Job) => {
      if (this.#lockedUntilMs <= job.askedAtMs + this.#busyAfterMs) return true;
      job.reject(heldByAnother(cause));
      return false;
    };
    this.#own = this.#own.filter(isPatient);
    this.#asked = this.#asked.filter(isPatient);
  }

  #nextBatch(): Job[] {
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

  #shedIfDue({ asker, askedAtMs, batchesBefore, reject }: Job): boolean {
    if (!asker) return false;
    const waitedMs = performance.now() - Math.max(askedAtMs, this.#lockedUntilMs);
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

  /** One BEGIN … COMMIT for all; if that fails, one for each. Returns the jobs' own time. */
  async #commitTogether(jobs: Job[], notBegun: unknown): Promise<number> {
    const { failure, jobsMs } =
      notBegun === undefined ? await this.#attempt(jobs) : { failure: notBegun, jobsMs: 0 };
    const again = failure !== undefined && jobs.length > 1;
    for (const job of jobs) {
      if (again && !hasExpired(job)) {
        await nextTurn();
        const alone = await this.#attemptAlone(job);
        const error = failure instanceof UnknownOutcomeError ? failure : alone;
        if (alone !== undefined) job.outcome = { ok: false, error };
      } else if (failure !== undefined && !hasExpired(job)) {
        job.outcome = { ok: false, error: failure };
      }
      answer(job);
    }
    return jobsMs;
  }

  async #attemptAlone(job: Job): Promise<unknown> {
    try {
      await this.#patiently(this.#run.begin, job.askedAtMs + this.#busyAfterMs);
    } catch (error) {
      return error;
    }
    return (await this.#attempt([job])).failure;
  }

  /** Runs the jobs in the open transaction. `failure`: why it was not committed, else undefined. */
  async #attempt(jobs: Job[]): Promise<{ failure: unknown; jobsMs: number }> {
    const begunAtMs = performance.now();
    let jobsMs = 0;
    try {
      for (const job of jobs) job.outcome = await this.#runJob(job);
      jobsMs = performance.now() - begunAtMs;
      this.#run.commit();
      const done = jobs.filter((job) => job.outcome?.ok);
      for (const { asker } of done) asker?.begin();
      this.#onCommit(done.length, performance.now() - begunAtMs);
      return { failure: undefined, jobsMs };
    } catch (error) {
      if (this.#writer.inTransaction) this.#run.rollback();
      return { failure: error, jobsMs };
    }
  }

  /** Throws only when SQLite rolls back the whole batch, such as on a full disk. */
  async #runJob(job: Job): Promise<Outcome> {
    this.#run.savepoint();
    const scope = new Scope('serial');
    try {
      const value = await scope.run(() => job.work(scope));
      this.#run.release();
      return { ok: true, value };
    } catch (error) {
      if (!this.#writer.inTransaction) throw error;
      this.#run.undo();
      this.#run.release();
      return { ok: false, error };
    }
  }

  /** Retries without blocking until another process's lock is free. */
  async #patiently<T>(run: () => T, untilMs: number): Promise<T> {
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > untilMs) throw heldByAnother(error);
        await sleep(RETRY_EVERY_MS);
      }
    }
  }
}

const heldByAnother = (cause: unknown): BusyError =>
  new BusyError('SQLite: another process has been writing for too long', { cause });

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

const hasExpired = (job: Job): boolean =>
  job.outcome?.ok === false && job.outcome.error instanceof ExpiredError;

const answer = (job: Job): void => {
  if (job.outcome?.ok) job.resolve(job.outcome.value);
  else job.reject(job.outcome?.error);
};
