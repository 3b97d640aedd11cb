import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { OpenOptions } from '#db/engine';
import { BusyError, ExpiredError, Scope } from '#db/scope';

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

type Job = {
  work: (scope: Scope) => Promise<unknown>;
  outcome?: Outcome;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** While another process writes: how long until the lock is asked for again. */
const RETRY_EVERY_MS = 10;

/**
 * The writer's queue. Jobs that wait together share one BEGIN IMMEDIATE … COMMIT, each in a savepoint of its own, and
 * are answered after the COMMIT. Between two batches one turn of the event loop passes, so that connections are served.
 */
export class SqliteQueue {
  readonly #writer: Database;
  readonly #batchSize: number;
  readonly #busyAfterMs: number;
  readonly #onCommit: NonNullable<OpenOptions['onCommit']>;
  readonly #run: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo', () => void>;
  #waiting: Job[] = [];
  #pumping: Promise<void> | undefined;
  #exclusive: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(writer: Database, options: OpenOptions) {
    this.#writer = writer;
    this.#batchSize = options.batchSize ?? 64;
    this.#busyAfterMs = options.busyAfterMs ?? 10_000;
    this.#onCommit = options.onCommit ?? (() => {});
    const statement = (text: string) => {
      const prepared = writer.prepare(text);
      return () => void prepared.run();
    };
    this.#run = {
      begin: statement('BEGIN IMMEDIATE'),
      commit: statement('COMMIT'),
      rollback: statement('ROLLBACK'),
      savepoint: statement('SAVEPOINT job'),
      release: statement('RELEASE job'),
      undo: statement('ROLLBACK TO job'),
    };
  }

  /** How many transactions wait for the next batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Queues a transaction; settles once its COMMIT is durable, or it is refused and undone. */
  add<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Job['resolve'], reject });
      this.#pumping ??= this.#pump();
    });
  }

  /** Runs something on the writer with no transaction open and none starting meanwhile. */
  alone<T>(run: () => T): Promise<T> {
    const done = this.#exclusive.then(async () => {
      await this.#pumping;
      return this.#patiently(run);
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
    while (this.#waiting.length > 0) {
      await nextTurn();
      await this.#commitTogether(this.#waiting.splice(0, this.#batchSize));
    }
    this.#pumping = undefined;
  }

  /** One BEGIN … COMMIT for all jobs; when that fails, one for each. */
  async #commitTogether(jobs: Job[]): Promise<void> {
    const failure = await this.#attempt(jobs);
    const again = failure !== undefined && jobs.length > 1 && !(failure instanceof BusyError);
    for (const job of jobs) {
      if (again && !hasExpired(job)) {
        await nextTurn();
        const alone = await this.#attempt([job]);
        if (alone !== undefined) job.outcome = { ok: false, error: alone };
      } else if (failure !== undefined && !hasExpired(job)) {
        job.outcome = { ok: false, error: failure };
      }
      answer(job);
    }
  }

  /** Runs the jobs in one transaction. Gives undefined when it was committed, else what made all of it void. */
  async #attempt(jobs: Job[]): Promise<unknown> {
    try {
      await this.#patiently(this.#run.begin);
    } catch (error) {
      return error;
    }
    const begunAtMs = performance.now();
    try {
      for (const job of jobs) job.outcome = await this.#runJob(job);
      this.#run.commit();
      const done = jobs.filter((job) => job.outcome?.ok).length;
      this.#onCommit(done, performance.now() - begunAtMs);
      return undefined;
    } catch (error) {
      if (this.#writer.inTransaction) this.#run.rollback();
      return error;
    }
  }

  /** Throws only when the whole batch is lost: SQLite rolls everything back by itself on a full disk, say. */
  async #runJob(job: Job): Promise<Outcome> {
    this.#run.savepoint();
    const scope = new Scope('turns');
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
  async #patiently<T>(run: () => T): Promise<T> {
    const until = performance.now() + this.#busyAfterMs;
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > until) {
          throw new BusyError('SQLite: another process has been writing for too long', { cause: error });
        }
        await sleep(RETRY_EVERY_MS);
      }
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

const hasExpired = (job: Job): boolean =>
  job.outcome?.ok === false && job.outcome.error instanceof ExpiredError;

const answer = (job: Job): void => {
  if (job.outcome?.ok) job.resolve(job.outcome.value);
  else job.reject(job.outcome?.error);
};
