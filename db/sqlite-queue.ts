import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { committing, UnknownOutcomeError } from '#db/away';
import type { OpenOptions } from '#db/engine';
import { answer, BATCH_SIZE, type Job, JobLine, jobsBy, type Outcome } from '#db/job-line';
import { BusyError, ExpiredError, Scope } from '#db/scope';
import { type Asker, TURN_AFTER_MS } from '#db/shed';

/** A transaction of its own, or an item of a group. */
type Work = { work: (scope: Scope) => Promise<unknown> } | { group: Group; item: unknown };
/** Runs the items of a batch together; one object for each kind of work. */
export type Group = { run(scope: Scope, items: readonly unknown[]): Promise<Outcome[]> };

/** `asked`: the context of the call that asked for it. */
type OwnWork = { work: (scope: Scope) => Promise<unknown>; asked: AsyncResource };
type Queued = OwnWork | Extract<Work, { group: Group }>;
type QueuedJob = Queued & Job;

/** Retry interval while another process writes. */
const RETRY_EVERY_MS = 10;

/**
 * The writer's queue. Waiting jobs share one BEGIN IMMEDIATE … COMMIT and are answered after the COMMIT: transactions each
 * in a savepoint, groups without one. One event-loop turn passes between batches.
 */
export class SqliteQueue {
  readonly #writer: Database;
  readonly #busyAfterMs: number;
  readonly #betweenBatches: () => Promise<unknown> | undefined;
  readonly #onCommit: NonNullable<OpenOptions['onCommit']>;
  readonly #run: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo', () => void>;
  readonly line: JobLine<Queued>;
  #pumping: Promise<void> | undefined;
  /** The queue runs for all, and each job for the call that asked for it, also in what is measured of calls. */
  readonly #forAll = new AsyncResource('SqliteQueue');
  #exclusive: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(writer: Database, options: OpenOptions) {
    this.#writer = writer;
    const { batchSize = BATCH_SIZE, turnAfterMs = TURN_AFTER_MS } = options;
    this.line = new JobLine({ batchSize, turnAfterMs });
    this.#busyAfterMs = options.busyAfterMs ?? 10_000;
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

  /**
   * Resolves after a durable COMMIT. Rejects if the job fails, if another process holds the lock too long, or if the
   * request is shed: at once when the queue is too long, at its turn when it waited too long or its client has left.
   */
  add<T>(work: Work, asker?: Asker): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    const queued: Queued = 'work' in work ? { ...work, asked: new AsyncResource('SqliteJob') } : work;
    return this.line.add(queued, asker, () => {
      this.#pumping ??= this.#forAll.runInAsyncScope(() => this.#pump());
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
    while (this.line.waiting > 0) {
      const turnMs = await this.#turn();
      const failure = await this.#begin();
      // Waiting for another process is not part of the pace.
      const begunAtMs = performance.now();
      const jobs = this.line.next();
      if (jobs.length === 0) {
        if (this.#writer.inTransaction) this.#run.rollback();
        continue;
      }
      const jobsMs = await this.#commitTogether(jobs, failure);
      this.line.pace.note(jobs.length, jobsMs, turnMs + performance.now() - begunAtMs);
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
        this.line.lockedUntilMs = performance.now();
        this.line.rejectOverdue(this.#busyAfterMs, heldByAnother(error));
        if (this.line.waiting === 0) return error;
        await sleep(RETRY_EVERY_MS);
      }
    }
  }

  /** One BEGIN … COMMIT for all; if that fails, one for each. Returns the jobs' own time. */
  async #commitTogether(jobs: QueuedJob[], notBegun: unknown): Promise<number> {
    const { failure, jobsMs } =
      notBegun === undefined ? await this.#attempt(jobs) : { failure: notBegun, jobsMs: 0 };
    const again = failure !== undefined && jobs.length > 1;
    if (again) this.line.triedAgain += 1;
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

  async #attemptAlone(job: QueuedJob): Promise<unknown> {
    try {
      await this.#patiently(this.#run.begin, job.askedAtMs + this.#busyAfterMs);
    } catch (error) {
      return error;
    }
    return (await this.#attempt([job])).failure;
  }

  /** Runs the jobs in the open transaction. `failure`: why it was not committed, else undefined. */
  async #attempt(jobs: QueuedJob[]): Promise<{ failure: unknown; jobsMs: number }> {
    const begunAtMs = performance.now();
    let jobsMs = 0;
    try {
      await this.#runAll(jobs);
      jobsMs = performance.now() - begunAtMs;
      // A job alone that failed has rolled back.
      if (this.#writer.inTransaction) this.#run.commit();
      const done = jobs.filter((job) => job.outcome?.ok);
      for (const { asker } of done) asker?.begin();
      this.#onCommit(done.length, performance.now() - begunAtMs);
      return { failure: undefined, jobsMs };
    } catch (error) {
      if (this.#writer.inTransaction) this.#run.rollback();
      return { failure: error, jobsMs };
    }
  }

  /** Throws when the whole batch must be rolled back. */
  async #runAll(jobs: QueuedJob[]): Promise<void> {
    for (const [group, members] of jobsBy(jobs, (job) => ('group' in job ? job.group : null))) {
      if (group) await this.#runGroup(group, members);
      else for (const job of members) job.outcome = await this.#runOne(job, jobs.length === 1);
    }
  }

  /** A job alone in its batch needs no savepoint. */
  async #runOne(job: QueuedJob, isAlone: boolean): Promise<Outcome> {
    if (!('work' in job)) throw new Error('an item of a group runs with its group');
    const { work, asked } = job;
    const scope = new Scope('serial');
    if (!isAlone) this.#run.savepoint();
    try {
      const value = await asked.runInAsyncScope(() => scope.run(() => work(scope)));
      if (!isAlone) this.#run.release();
      return { ok: true, value };
    } catch (error) {
      // SQLite rolls back the whole batch by itself, such as on a full disk.
      if (!this.#writer.inTransaction) throw error;
      if (isAlone) this.#run.rollback();
      else this.#run.undo();
      if (!isAlone) this.#run.release();
      return { ok: false, error };
    }
  }

  /** Without a savepoint: under an open one SQLite keeps each statement's journal until its end. */
  async #runGroup(group: Group, members: QueuedJob[]): Promise<void> {
    const scope = new Scope('serial');
    const items = members.map((job) => 'group' in job && job.item);
    const outcomes = await scope.run(() => group.run(scope, items));
    members.forEach((job, place) => {
      const outcome = outcomes[place];
      if (!outcome) throw new Error(`a group of ${items.length} gave ${outcomes.length} outcomes`);
      job.outcome = outcome;
    });
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
