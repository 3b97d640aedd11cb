import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAfterFailure, isLost, isSilent, UnknownOutcomeError } from '#db/away';
import { type ConnectionBackend, Reading, Writing } from '#db/connection';
import type { Db, Drizzle, GroupWork, Tx } from '#db/db';
import { type Engine, keepEngine, type OpenOptions } from '#db/engine';
import { insertTogether } from '#db/insert-postgres';
import { migratePostgres } from '#db/migrate-postgres';
import { backendOf, ormOf, readingBackend } from '#db/postgres-backend';
import { PostgresGroups } from '#db/postgres-groups';
import { BUSY_AFTER_MS, MAX_CONNECTIONS, type Patience, PostgresPool } from '#db/postgres-pool';
import { Replica } from '#db/replica';
import { overReplica } from '#db/replica-db';
import { ReplicaReads } from '#db/replica-reads';
import { RequestDb } from '#db/request-db';
import { RequestLine } from '#db/request-line';
import { assertNotNested, Scope } from '#db/scope';
import { type Asker, type ShedCounts, TURN_AFTER_MS } from '#db/shed';

const RETRIES = 5;
/** Connections that requests may not take: for reads, a group and the bank's own work. */
export const KEPT_FREE = 2;
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
/** A group looks up rows by keys: one plan for all numbers of keys, whatever the statistics say of a young table. */
const BY_KEYS = `SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`;
/** Longest wait of a group for a row that another transaction has locked. */
const GROUP_LOCK_MS = 1_000;

export function openPostgres(url: string, options: OpenOptions): Db {
  const pool = new PostgresPool(url, options);
  const replica = options.readUrl ? new Replica(options.readUrl, pool, options) : undefined;
  const database = new PostgresDb(pool, options, replica);
  const engine: Engine = {
    url,
    migrate: () => migratePostgres(pool),
    connections: () => [pool.driver],
    waiting: () => pool.waiting + database.line.waiting + database.groups.line.waiting,
    waitMs: () => ({
      read: pool.waitMs,
      write: pool.waitMs + Math.max(database.line.waitMs, database.groups.line.waitMs),
    }),
    shed: () => sumOf(database.line.shed, database.groups.line.shed),
    triedAgain: () => database.groups.line.triedAgain,
    forRequest: (asker) => database.forRequest(asker),
    ...(replica && {
      replica: {
        look: () => replica.look(),
        state: () => replica.state,
        readsOf: (db) => overReplica(db, new ReplicaReads(replica, pool)),
      },
    }),
  };
  return keepEngine(database as unknown as Db, engine);
}

class PostgresDb extends Reading {
  readonly #pool: PostgresPool;
  readonly #replica: Replica | undefined;
  readonly #onCommit: NonNullable<OpenOptions['onCommit']>;
  readonly #busyAfterMs: number;
  readonly line: RequestLine;
  readonly groups: PostgresGroups;
  readonly #pinned = new WeakMap<pg.PoolClient, Pinned>();
  #closing: Promise<void> | undefined;

  constructor(pool: PostgresPool, options: OpenOptions, replica: Replica | undefined) {
    super(readingBackend((config) => pool.read(config)));
    this.#pool = pool;
    this.#replica = replica;
    this.#onCommit = options.onCommit ?? (() => {});
    this.#busyAfterMs = options.busyAfterMs ?? BUSY_AFTER_MS;
    const places = Math.max(1, (options.maxConnections ?? MAX_CONNECTIONS) - KEPT_FREE);
    this.line = new RequestLine(places, {
      turnAfterMs: options.turnAfterMs ?? TURN_AFTER_MS,
      busyAfterMs: this.#busyAfterMs,
    });
    const groupSettings = `SET LOCAL lock_timeout = ${options.groupLockMs ?? GROUP_LOCK_MS}; ${BY_KEYS}`;
    this.groups = new PostgresGroups(
      (work, isAlone) => this.transaction(work, { settings: isAlone ? BY_KEYS : groupSettings }),
      options,
    );
  }

  async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    { askedAtMs = performance.now(), settings = '' } = {},
  ): Promise<T> {
    assertNotNested();
    const patience = this.#pool.patience();
    for (let tries = 0; ; tries++) {
      try {
        return await this.#attempt(work, { askedAtMs, settings }, patience);
      } catch (error) {
        if (tries === RETRIES || !isWorthAnotherTry(error)) throw error;
        if (isLost(error) && !this.#pool.isWorthWaiting(patience)) throw error;
        await sleep(Math.random() * 10 * 2 ** tries);
      }
    }
  }

  async grouped<Item, Value>(work: GroupWork<Item, Value>, item: Item, asker?: Asker): Promise<Value> {
    assertNotNested();
    return this.groups.add(work as GroupWork<unknown, unknown>, item, asker);
  }

  forRequest(asker: Asker): Db {
    const whole = this as unknown as Db;
    const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      assertNotNested();
      const askedAtMs = performance.now();
      try {
        const value = await this.line.inTurn(asker, () => this.transaction(work, { askedAtMs }));
        asker.begin();
        return value;
      } catch (error) {
        if (error instanceof UnknownOutcomeError) asker.begin();
        throw error;
      }
    };
    const grouped: Db['grouped'] = (work, item) => this.grouped(work, item, asker);
    return new RequestDb(this.backend, whole, { transaction, grouped }) as unknown as Db;
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.groups.close();
    await this.#replica?.close();
    await this.#pool.end();
  }

  async #attempt<T>(
    work: (tx: Tx) => Promise<T>,
    { askedAtMs, settings }: { askedAtMs: number; settings: string },
    patience: Patience,
  ): Promise<T> {
    const client = await this.#pool.connect(patience);
    const connection = this.#pinned.get(client) ?? new Pinned(client, this.#pool);
    this.#pinned.set(client, connection);
    const begunAtMs = performance.now();
    const lockMs = Math.max(1, Math.ceil(askedAtMs + this.#busyAfterMs - begunAtMs));
    const value = await connection.transaction(work, `SET LOCAL lock_timeout = ${lockMs}; ${settings}`);
    this.#onCommit(1, performance.now() - begunAtMs);
    return value;
  }
}

/** A pooled connection with its prepared queries; runs one transaction at a time. */
class Pinned {
  readonly #client: pg.PoolClient;
  readonly #pool: PostgresPool;
  /** Holds the prepared queries; each transaction runs them in its own scope. */
  readonly #backend: ConnectionBackend;
  #last: Promise<unknown> = Promise.resolve();
  /** Of the transaction under way, in the order of the answers. */
  #firstFailure: unknown;

  constructor(client: pg.PoolClient, pool: PostgresPool) {
    this.#client = client;
    this.#pool = pool;
    this.#backend = backendOf({ query: (config, values) => this.#query(config, values) });
  }

  /** Runs `work` in a transaction and releases the connection. Throws UnknownOutcomeError if COMMIT is not answered. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, settings: string): Promise<T> {
    const scope = new Scope('parallel');
    this.#firstFailure = undefined;
    // Sent ahead of the first statements, in one round trip. Outside a transaction the session is read-only.
    const begun = this.#query({ text: `${BEGIN}; ${settings}` });
    begun.catch(() => {});
    try {
      const value = await scope.run(() => this.#writingIn(scope).run(work));
      await begun;
      await this.#last;
      await this.#commit();
      this.#client.release();
      return value;
    } catch (thrown) {
      const error = await begun.then(
        () => (isAfterFailure(thrown) ? this.#firstFailure : thrown),
        (notBegun) => notBegun,
      );
      this.#pool.giveUp(this.#client, error, await this.#rollback(error));
      throw error;
    }
  }

  async #commit(): Promise<void> {
    let command: string;
    try {
      ({ command } = await this.#client.query('COMMIT'));
    } catch (error) {
      if (!isLost(error) && !isSilent(error)) throw error;
      throw new UnknownOutcomeError('COMMIT was not answered: its rows may be kept', { cause: error });
    }
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error.
    if (command !== 'COMMIT')
      throw new Error('a statement that was not awaited failed: nothing was committed');
  }

  /** Whether the connection can be reused. Sends no ROLLBACK on a dead one: the server rolls back by itself. */
  async #rollback(error: unknown): Promise<boolean> {
    if (isLost(error) || isSilent(error)) return false;
    await this.#last;
    return this.#client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
  }

  #writingIn(scope: Scope): Writing {
    let own: Drizzle | undefined;
    return new Writing({
      ...this.#backend,
      orm: () => {
        scope.assertUsable();
        own ??= ormOf({
          query: (config: object, values: unknown[]) => scope.wait(() => this.#query(config, values)),
        });
        return own;
      },
      execute: (query, values) => scope.wait(() => query.execute(values)),
      insertRows: (table, rows, options) =>
        scope.wait(() => insertTogether((config) => this.#query(config), table, rows, options)),
    });
  }

  /** Queries that are not awaited one by one are sent at once and answered in their order. */
  #query(config: object, values?: unknown[]): Promise<pg.QueryResult> {
    const answered = this.#client.query({ ...config, ...(values && { values }) } as pg.QueryConfig);
    this.#last = answered.catch((error: unknown) => {
      this.#firstFailure ??= error;
    });
    return answered;
  }
}

/** Serialization failure, deadlock, two writers with the same `entries.seq`, or a connection lost before COMMIT. */
function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof UnknownOutcomeError) return false;
  if (isLost(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof pg.DatabaseError)) continue;
    if (cause.code === '40001' || cause.code === '40P01') return true;
    return cause.code === '23505' && cause.constraint === 'entries_account_id_seq_pk';
  }
  return false;
}

const sumOf = (one: ShedCounts, other: ShedCounts): ShedCounts => ({
  line: one.line + other.line,
  late: one.late + other.late,
  left: one.left + other.left,
});
