import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { asTx, connectionFooting, type Footing, outsideFooting, Reading, Writing } from '#db/connection';
import type { Db, Drizzle, Tx } from '#db/db';
import { type Engine, keepEngine, type OpenOptions } from '#db/engine';
import { postgresKit } from '#db/kit/postgres';
import { migratePostgres } from '#db/migrate-postgres';
import { makeTables } from '#db/schema';
import { assertNotNested, BusyError, Scope } from '#db/scope';

const RETRIES = 5;
const tables = makeTables(postgresKit);

/** Opens a pool of connections; any number of processes may have one on the same database. */
export function openPostgres(url: string, options: OpenOptions): Db {
  const pool = openPool(url, options);
  const database = new PostgresDb(pool, options);
  const engine: Engine = {
    url,
    migrate: () => migratePostgres(pool),
    connections: () => [pool],
    waiting: () => pool.waitingCount,
  };
  return keepEngine(database as unknown as Db, engine);
}

class PostgresDb extends Reading {
  readonly #pool: pg.Pool;
  readonly #onCommit: NonNullable<OpenOptions['onCommit']>;
  readonly #pinned = new WeakMap<pg.PoolClient, Pinned>();
  #closing: Promise<void> | undefined;

  constructor(pool: pg.Pool, options: OpenOptions) {
    super(outsideFooting(footingOf(pool)));
    this.#pool = pool;
    this.#onCommit = options.onCommit ?? (() => {});
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    assertNotNested();
    for (let tries = 0; ; tries++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (tries === RETRIES || !isWorthAnotherTry(error)) throw error;
        await sleep(Math.random() * 10 * 2 ** tries);
      }
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await connect(this.#pool);
    const connection = this.#pinned.get(client) ?? new Pinned(client);
    this.#pinned.set(client, connection);
    const begunAtMs = performance.now();
    const value = await connection.transaction(work);
    this.#onCommit(1, performance.now() - begunAtMs);
    return value;
  }
}

function openPool(url: string, options: OpenOptions): pg.Pool {
  const busyAfterMs = options.busyAfterMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: busyAfterMs,
    statement_timeout: 30_000,
    lock_timeout: busyAfterMs,
    idle_in_transaction_session_timeout: 15_000,
    // Outside `transaction` nothing writes, not even a query that tries to.
    onConnect: async (client) => {
      await client.query('SET default_transaction_read_only = on');
    },
  });
  // A connection that breaks while idle is replaced at its next use; unheard, the event would end the process.
  pool.on('error', () => {});
  return pool;
}

/** A pooled connection, with what was prepared on it and the transaction it is in. */
class Pinned {
  readonly #client: pg.PoolClient;
  /** Where queries are prepared; each `tx` runs them under its own scope. */
  readonly #footing: Footing;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#footing = footingOf({ query: (config: object, values: unknown[]) => this.#query(config, values) });
  }

  /** BEGIN, the work, COMMIT; or ROLLBACK and what the work threw. Gives the connection back in any case. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const scope = new Scope('many');
    let isClean = false;
    try {
      await this.#client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
      const value = await scope.run(() => work(this.#tx(scope)));
      await this.#last;
      const { command } = await this.#client.query('COMMIT');
      isClean = true;
      // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, and no error.
      if (command !== 'COMMIT')
        throw new Error('a statement that nobody awaited failed: nothing was committed');
      return value;
    } catch (error) {
      if (!isClean) isClean = await this.#rollback();
      throw error;
    } finally {
      this.#client.release(!isClean);
    }
  }

  /** Whether the connection can be used again. */
  async #rollback(): Promise<boolean> {
    await this.#last;
    return this.#client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
  }

  #tx(scope: Scope): Tx {
    let own: Drizzle | undefined;
    return asTx(
      new Writing({
        ...this.#footing,
        orm: () => {
          scope.assertUsable();
          own ??= ormOf({
            query: (config: object, values: unknown[]) => scope.wait(() => this.#query(config, values)),
          });
          return own;
        },
        execute: (query, values) => scope.wait(() => query.execute(values)),
      }),
    );
  }

  /** One query after the other: a driver's connection takes no second one while the first is under way. */
  #query(config: object, values: unknown[]): Promise<unknown> {
    const answered = this.#last.then(() => this.#client.query({ ...config, values } as pg.QueryConfig));
    this.#last = answered.catch(() => {});
    return answered;
  }
}

/** What the pool says when all connections are in use, and when a new one takes too long. */
const NO_CONNECTION = /timeout exceeded when trying to connect|due to connection timeout/;

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (error instanceof Error && NO_CONNECTION.test(error.message)) {
      throw new BusyError('PostgreSQL: no connection could be had in time', { cause: error });
    }
    throw error;
  }
}

/** Serialization failure, deadlock, or two transactions that gave an account the same next number. */
function isWorthAnotherTry(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof pg.DatabaseError)) continue;
    if (cause.code === '40001' || cause.code === '40P01') return true;
    return cause.code === '23505' && cause.constraint === 'entries_account_id_seq_pk';
  }
  return false;
}

const ormOf = (client: unknown): Drizzle => drizzle({ client: client as pg.Pool }) as unknown as Drizzle;

const footingOf = (client: unknown): Footing =>
  connectionFooting('postgres', tables, ormOf(client), (query, values) => query.execute(values));
