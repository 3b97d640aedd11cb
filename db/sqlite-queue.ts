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
  /** The request that it is for; undefined: the bank's own work. */
  asker: Asker | undefined;
  askedAtMs: number;
  /** The batches that had begun when it came. */
  batchesBefore: number;
  outcome?: Outcome;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** While another process writes: how long until the lock is asked for again. */
const RETRY_EVERY_MS = 10;

/** Of a batch, how much is kept for the bank's own work while requests wait, too: it has its turn in every one. */
const OWN_SHARE = 0.25;

/**
 * The writer's queue. Jobs that wait together share one BEGIN IMMEDIATE … COMMIT, each in a savepoint of its own, and
 * are answered after the COMMIT. Between two batches one turn of the event loop passes, so that connections are served.
 * Requests stand in a line of their own, which is no longer than can be served in time; the bank's own work is never shed.
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
  /** What was asked for by requests and not begun. */
  readonly shed: ShedCounts = { line: 0, late: 0, left: 0 };
  #own: Job[] = [];
  #asked: Job[] = [];
  #batches = 0;
  /** When another process was last in the way. */
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

  /** How many transactions wait for the next batch. */
  get waiting(): number {
    return this.#own.length + this.#asked.length;
  }

  /**
   * How long a request that came now would wait for its turn, in milliseconds, as measured of the last batches; 0 while it
   * would be in the next one, which is always waited for: so few say nothing of a rush.
   */
  get waitMs(): number {
    if (this.#asked.length < this.#batchSize) return 0;
    const places = this.#batchSize - Math.min(this.#own.length, this.#ownSize);
    const batches = Math.floor(this.#asked.length / places);
    const own = Math.min(this.#own.length, batches * this.#ownSize);
    return this.#pace.waitMs(this.#asked.length + own, batches);
  }

  /**
   * Queues a transaction; settles once its COMMIT is durable, or it is refused and undone. One of a request is refused at
   * once (ShedError) when it would wait for too long, and later when its turn comes too late or its client has hung up.
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

  /** Runs something on the writer with no transaction open and none starting meanwhile. */
  alone<T>(run: () => T): Promise<T> {
    const done = this.#exclusive.then(async () => {
      await this.#pumping;
      return this.#patiently(run, performance.now() + this.#busyAfterMs);
    });
    this.#exclusive = done.catch(() => {});
    return done;
  }

  /** Lets the queue run dry; transactions asked for from now on are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#exclusive;
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    while (this.waiting > 0) {
      const turnMs = await this.#turn();
      const failure = await this.#begin();
      // What another process took says nothing of this one's pace.
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

  /**
   * Lets others have their turn. The batch begins in a turn of the loop that is its own, whatever was waited for before: what
   * goes on together with it would find itself inside a transaction. Answers how long it took.
   */
  async #turn(): Promise<number> {
    const startedAtMs = performance.now();
    const others = this.#betweenBatches();
    if (others) await others;
    await nextTurn();
    return performance.now() - startedAtMs;
  }

  /**
   * BEGIN, as soon as no other process writes. Whoever has waited too long for that is told meanwhile, however many batches
   * were before. Gives undefined, or why there is none.
   */
  async #begin(): Promise<unknown> {
    for (;;) {
      try {
        this.#run.begin();
        return undefined;
      } catch (error) {
        if (!isBusy(error)) return error;
        this.#lockedUntilMs = performance.now();
        this.#tellWhoWaitedTooLong(error);
        if (this.waiting === 0) return error;
        await sleep(RETRY_EVERY_MS);
      }
    }
  }

  #tellWhoWaitedTooLong(cause: unknown): void {
    const isPatient = (job: Job) => {
      if (this.#lockedUntilMs <= job.askedAtMs + this.#busyAfterMs) return true;
      job.reject(heldByAnother(cause));
      return false;
    };
    this.#own = this.#own.filter(isPatient);
    this.#asked = this.#asked.filter(isPatient);
  }

  /** Who is in the next batch: the bank's own work has its share, and of the requests those that are not shed. */
  #nextBatch(): Job[] {
    const jobs = this.#own.splice(0, this.#asked.length > 0 ? this.#ownSize : this.#batchSize);
    while (jobs.length < this.#batchSize) {
      const job = this.#asked.shift();
      if (!job) break;
      if (!this.#isShed(job)) jobs.push(job);
    }
    jobs.push(...this.#own.splice(0, this.#batchSize - jobs.length));
    this.#batches += 1;
    return jobs;
  }

  #isShed({ asker, askedAtMs, batchesBefore, reject }: Job): boolean {
    if (!asker) return false;
    const waitedMs = performance.now() - Math.max(askedAtMs, this.#lockedUntilMs);
    const inTurn = batchesBefore === this.#batches;
    const reason = shedAtItsTurn({ asker, waitedMs, inTurn, turnAfterMs: this.#turnAfterMs });
    if (reason !== null) reject(this.#counted(reason));
    return reason !== null;
  }

  #counted(reason: keyof ShedCounts): ShedError {
    this.shed[reason] += 1;
    return new ShedError(reason);
  }

  /** One BEGIN … COMMIT for all jobs; when that fails, one for each. Answers how long the jobs themselves took. */
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

  /** Runs the jobs in the transaction that is begun. `failure` is undefined when it was committed, else what made it void. */
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

  /** Throws only when the whole batch is lost: SQLite rolls everything back by itself on a full disk, say. */
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

  /** Tries until the lock another process holds is free, without blocking this one. */
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
