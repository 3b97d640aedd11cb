import { AsyncLocalStorage } from 'node:async_hooks';

/** PostgreSQL: the transaction that the running code belongs to. */
const parallelScope = new AsyncLocalStorage<Scope>();

/** SQLite: the one running transaction. */
let serialScope: Scope | undefined;

const current = (): Scope | undefined => serialScope ?? parallelScope.getStore();

/**
 * Serial transactions (SQLite) wait for nothing, so all code that runs meanwhile belongs to them. AsyncLocalStorage
 * would cost a seventh of a transfer's time.
 */
export type Concurrency = 'parallel' | 'serial';

/** One attempt at a transaction. Later use of its `tx` throws, so that it cannot write into another transaction. */
export class Scope {
  readonly #concurrency: Concurrency;
  #alive = true;
  #failure: unknown;
  #inFlight = 0;
  #expire: (error: Error) => void = () => {};
  readonly #expired = new Promise<never>((_, reject) => {
    this.#expire = reject;
  });

  constructor(concurrency: Concurrency) {
    this.#concurrency = concurrency;
    this.#expired.catch(() => {});
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The error of a failed statement: such a transaction never commits, on either engine. */
  get failure(): unknown {
    return this.#failure;
  }

  assertUsable(): void {
    if (!this.#alive)
      throw new Error('tx is dead: its transaction has ended; await every use of tx before the work returns');
    if (this.#failure !== undefined) {
      throw new Error('a statement of this transaction has failed, so nothing more can be done in it', {
        cause: this.#failure,
      });
    }
  }

  use<T>(statement: () => T): T {
    this.assertUsable();
    try {
      return statement();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** Runs an asynchronous statement (PostgreSQL), for which the transaction may wait. */
  async wait<T>(statement: () => Promise<T>): Promise<T> {
    this.assertUsable();
    this.#inFlight++;
    try {
      return await statement();
    } catch (error) {
      this.#failure ??= error;
      throw error;
    } finally {
      this.#inFlight--;
      if (this.#inFlight === 0) this.#watch();
    }
  }

  /** Rejects when all microtasks are done and the work waits for something other than the database. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      const working = this.#enter(async () => work());
      this.#watch();
      const result = await Promise.race([working, this.#expired]);
      if (this.#failure !== undefined) {
        throw new Error(
          'a statement of this transaction failed and its work went on: nothing was committed',
          {
            cause: this.#failure,
          },
        );
      }
      return result;
    } finally {
      this.#alive = false;
      if (serialScope === this) serialScope = undefined;
    }
  }

  #enter<T>(work: () => T): T {
    if (this.#concurrency === 'parallel') return parallelScope.run(this, work);
    serialScope = this;
    return work();
  }

  /** A tick queued by a microtask runs after all microtasks: then only a macrotask could still settle the work. */
  #watch(): void {
    queueMicrotask(() =>
      process.nextTick(() => {
        if (!this.#alive || this.#inFlight > 0) return;
        this.#alive = false;
        this.#expire(new ExpiredError());
      }),
    );
  }
}

/** The work waited for a timer, the network, a file, a hash or another connection. */
export class ExpiredError extends Error {
  override readonly name = 'ExpiredError';
  constructor() {
    super(
      'a transaction must wait for nothing but the database: do hashing, files, network and timers before or after it; it was rolled back',
    );
  }
}

/** No access in time: another process holds the write lock, or all connections are in use. */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';
}

/** Throws if called by a transaction's work; a transaction that merely runs concurrently does not matter. */
export function assertNotNested(): void {
  if (current()?.alive) {
    throw new Error(
      'transactions do not nest: pass the tx to the functions you call instead of calling db.transaction',
    );
  }
}

/** Throws if called by a transaction's work: reads through `db` would not see its writes. */
export function assertOutside(): void {
  if (current()?.alive) throw new Error('inside a transaction read through its tx, not through db');
}

export function assertNoTransaction(what: string): void {
  if (current()?.alive) throw new Error(`${what} inside a transaction: do it before or after`);
}
