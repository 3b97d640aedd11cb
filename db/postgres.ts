import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isLost, isSilent, UnknownOutcomeError } from '#db/away';
import { asTx, connectionFooting, type Footing, outsideFooting, Reading, Writing } from '#db/connection';
import type { Db, Drizzle, Tx } from '#db/db';
import { type Engine, keepEngine, type OpenOptions } from '#db/engine';
import { postgresKit } from '#db/kit/postgres';
import { migratePostgres } from '#db/migrate-postgres';
import { PostgresPool } from '#db/postgres-pool';
import { makeTables } from '#db/schema';
import { assertNotNested, Scope } from '#db/scope';

const RETRIES = 5;
const tables = makeTables(postgresKit);

/** Opens a pool of connections; any number of processes may have one on the same database. */
export function openPostgres(url: string, options: OpenOptions): Db {
  const pool = new PostgresPool(url, options);
  const database = new PostgresDb(pool, options);
  const engine: Engine = {
    url,
    migrate: () => migratePostgres(pool),
    connections: () => [pool.driver],
    waiting: () => pool.waiting,
  };
  return keepEngine(database as unknown as Db, engine);
}

class PostgresDb extends Reading {
  readonly #pool: PostgresPool;
  readonly #onCommit: NonNullable<OpenOptions['onCommit']>;
  readonly #pinned = new WeakMap<pg.PoolClient, Pinned>();
  #closing: Promise<void> | undefined;

  constructor(pool: PostgresPool, options: OpenOptions) {
    super(
      outsideFooting(
        footingOf({
          query: (config: object, values: unknown[]) => pool.read({ ...config, values } as pg.QueryConfig),
        }),
      ),
    );
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
    const client = await this.#pool.connect();
    const connection = this.#pinned.get(client) ?? new Pinned(client, this.#pool);
    this.#pinned.set(client, connection);
    const begunAtMs = performance.now();
    const value = await connection.transaction(work);
    this.#onCommit(1, performance.now() - begunAtMs);
    return value;
  }
}

/** A pooled connection, with what was prepared on it and the transaction it is in. */
class Pinned {
  readonly #client: pg.PoolClient;
  readonly #pool: PostgresPool;
  /** Where queries are prepared; each `tx` runs them under its own scope. */
  readonly #footing: Footing;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient, pool: PostgresPool) {
    this.#client = client;
    this.#pool = pool;
    this.#footing = footingOf({ query: (config: object, values: unknown[]) => this.#query(config, values) });
  }

  /**
   * BEGIN, the work, COMMIT; or ROLLBACK and what the work threw. Gives the connection back in any case. Throws
   * UnknownOutcomeError when COMMIT went unanswered.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const scope = new Scope('many');
    try {
      await this.#client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
      const value = await scope.run(() => work(this.#tx(scope)));
      await this.#last;
      await this.#commit();
      this.#client.release();
      return value;
    } catch (error) {
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
      throw new UnknownOutcomeError('COMMIT went unanswered: it may have been made', { cause: error });
    }
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, and no error.
    if (command !== 'COMMIT')
      throw new Error('a statement that nobody awaited failed: nothing was committed');
  }

  /** Whether the connection can be used again. Nothing is asked of one that leads nowhere: the server rolls back itself. */
  async #rollback(error: unknown): Promise<boolean> {
    if (isLost(error) || isSilent(error)) return false;
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

/**
 * Serialization failure, deadlock, two transactions that gave an account the same next number, or a connection lost before
 * COMMIT was sent, so that the server has rolled back.
 */
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

const ormOf = (client: unknown): Drizzle => drizzle({ client: client as pg.Pool }) as unknown as Drizzle;

const footingOf = (client: unknown): Footing =>
  connectionFooting('postgres', tables, ormOf(client), (query, values) => query.execute(values));
