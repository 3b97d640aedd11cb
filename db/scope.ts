import { AsyncLocalStorage } from 'node:async_hooks';

/** Of the transactions that run at the same time (PostgreSQL): the one that the running code is inside of. */
const parallelScope = new AsyncLocalStorage<Scope>();

/** The one transaction that runs (SQLite). */
let serialScope: Scope | undefined;

const current = (): Scope | undefined => serialScope ?? parallelScope.getStore();

/**
 * Whether transactions run beside one another or take turns. Those that take turns wait for nothing, so whatever runs
 * meanwhile is inside; Node need not follow the caller through every promise, which costs a seventh of a transfer.
 */
export type Concurrency = 'parallel' | 'serial';

/**
 * The life of one attempt at a transaction: from its first statement until it is settled, refused or expired. After
 * that every use of its `tx` throws, so that what outlives its turn cannot write into a neighbour's transaction.
 */
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

  /** What a statement of this transaction threw, if one did: such a transaction commits nothing, on either engine. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Throws when the transaction has ended, or one of its statements has failed. */
  assertUsable(): void {
    if (!this.#alive)
      throw new Error('tx is dead: its transaction has ended; await every use of tx before the work returns');
    if (this.#failure !== undefined) {
      throw new Error('a statement of this transaction has failed, so nothing more can be done in it', {
        cause: this.#failure,
      });
    }
  }

  /** Runs one synchronous statement (SQLite). */
  use<T>(statement: () => T): T {
    this.assertUsable();
    try {
      return statement();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** Runs one statement that is answered later (PostgreSQL); the transaction may wait for it. */
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

  /**
   * Runs the work and kills the scope when it is settled. Rejects as soon as all microtasks are done and the work is
   * neither settled nor waiting for a statement of its own: then it waits for something that is not the database.
   */
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

  /** A tick queued by a microtask runs once no microtask is left: only a macrotask could still settle the work. */
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

/** Refusal of a transaction whose work waited for a timer, the network, a file, a hash, another connection … */
export class ExpiredError extends Error {
  override readonly name = 'ExpiredError';
  constructor() {
    super(
      'a transaction must wait for nothing but the database: do hashing, files, network and timers before or after it; it was rolled back',
    );
  }
}

/** The database could not be had in time (another process holds the write lock, or every connection is in use). */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';
}

/** Refuses a transaction inside another one's work; a neighbour that comes meanwhile is not inside. */
export function assertNotNested(): void {
  if (current()?.alive) {
    throw new Error(
      'transactions do not nest: pass the tx you are in on to what you call instead of calling db.transaction',
    );
  }
}

/** Refuses reading through `db` inside a transaction's work: it would not see what the transaction wrote. */
export function assertOutside(): void {
  if (current()?.alive) throw new Error('inside a transaction read through its tx, not through db');
}

/** Refuses something that would make a transaction wait for the world; `what` is for the message. */
export function assertNoTransaction(what: string): void {
  if (current()?.alive) throw new Error(`${what} inside a transaction: do it before or after`);
}
