import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isLost, isSilent } from '#db/away';
import type { OpenOptions } from '#db/engine';
import { ReleasePace } from '#db/pace';
import { refuseStandby, urlsOfHosts } from '#db/postgres-hosts';
import { BusyError } from '#db/scope';

/** How many connections there are, and how long one, or a lock, is waited for, where nothing else is said. */
export const MAX_CONNECTIONS = 10;
export const BUSY_AFTER_MS = 10_000;
/** How long the server works on one statement before it gives it up. */
const STATEMENT_MS = 30_000;
/** How long an answer may take on top of that; a connection that stays silent longer leads nowhere, and is ended. */
const SILENCE_MS = 2_000;
/** How long a piece of work waits, over all its tries, for a database that is away: a restart or a failover takes less. */
const AWAY_MS = 5_000;
const BETWEEN_TRIES_MS = 50;
/** So few who wait for a connection say nothing of a rush. */
const FEW = 64;

/** How much longer a piece of work waits for a database that is away. */
export type Patience = { leftMs: number };

/** A connection that knows by which address it was made. */
class HostClient extends pg.Client {
  readonly url: string | undefined;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.url = config.connectionString;
  }
}

/**
 * The connections to PostgreSQL. `url` may name several hosts, as libpq writes them (`postgres://user@h1:5432,h2/bank`): the
 * first that takes writes is used, and after a lost connection the next.
 */
export class PostgresPool {
  readonly #pool: pg.Pool;
  readonly #hosts: string[];
  readonly #awayAfterMs: number;
  /** How long one host may take to answer at all. */
  readonly #hostMs: number;
  readonly #pace = new ReleasePace();
  #chosen = 0;

  constructor(url: string, options: OpenOptions) {
    const busyAfterMs = options.busyAfterMs ?? BUSY_AFTER_MS;
    this.#hosts = urlsOfHosts(url);
    this.#awayAfterMs = Math.min(AWAY_MS, busyAfterMs);
    const hostMs = Math.ceil(this.#awayAfterMs / this.#hosts.length);
    this.#hostMs = hostMs;
    this.#pool = new pg.Pool({
      Client: class extends HostClient {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, connectionTimeoutMillis: hostMs });
        }
      },
      connectionString: this.#hosts[0],
      max: options.maxConnections ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: busyAfterMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      statement_timeout: STATEMENT_MS,
      query_timeout: options.silentAfterMs ?? STATEMENT_MS + SILENCE_MS,
      lock_timeout: busyAfterMs,
      idle_in_transaction_session_timeout: 15_000,
      onConnect: (client) => this.#prepare(client),
    });
    // A connection that breaks while idle is replaced at its next use; unheard, the event would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('release', () => this.#pace.note(this.#pool.waitingCount > 0));
    // One that breaks while in use tells whoever waits for it; the event comes besides, and would end the process, too.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Transactions and queries that wait for a connection. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /**
   * How long whoever came now would wait for a connection, in milliseconds, as measured; 0 while few do.
   */
  get waitMs(): number {
    const { waitingCount } = this.#pool;
    return waitingCount < FEW ? 0 : this.#pace.waitMs(waitingCount);
  }

  /** The driver's pool, for migrating and for looking at its settings. */
  get driver(): pg.Pool {
    return this.#pool;
  }

  /** What a piece of work begins with. */
  patience(): Patience {
    return { leftMs: this.#awayAfterMs };
  }

  /** Whether a database that was lost may be tried again. */
  isWorthWaiting = ({ leftMs }: Patience): boolean => leftMs > BETWEEN_TRIES_MS;

  /**
   * A connection, to be given back with `release`. Throws BusyError when all are in use for too long, and what the driver
   * says when no host answers for as long as patience lasts, of which it takes what it waited.
   */
  async connect(patience = this.patience()): Promise<pg.PoolClient> {
    for (;;) {
      const chosen = this.#hosts[this.#chosen];
      const begunAtMs = performance.now();
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (error instanceof Error && ALL_IN_USE.test(error.message))
          throw new BusyError('PostgreSQL: no connection could be had in time', { cause: error });
        if (!isLost(error) && !isSilent(error)) throw error;
        this.#chooseAfter(chosen);
        patience.leftMs -= performance.now() - begunAtMs;
        if (!this.isWorthWaiting(patience)) throw error;
        await sleep(BETWEEN_TRIES_MS);
        patience.leftMs -= BETWEEN_TRIES_MS;
      }
    }
  }

  /** One query outside transactions, made once more when its connection turns out to be lost: it only reads. */
  async read(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const patience = this.patience();
    try {
      return await this.#readOnce(config, patience);
    } catch (error) {
      if (!isLost(error) || !this.isWorthWaiting(patience)) throw error;
      return this.#readOnce(config, patience);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #readOnce(config: pg.QueryConfig, patience: Patience): Promise<pg.QueryResult> {
    const client = await this.connect(patience);
    try {
      const result = await client.query(config);
      client.release();
      return result;
    } catch (error) {
      this.giveUp(client, error);
      throw error;
    }
  }

  /** Gives back a connection on which something failed; one that leads nowhere is ended, and the next host is tried. */
  giveUp(client: pg.PoolClient, error: unknown, isClean = true): void {
    const isUseless = isLost(error) || isSilent(error);
    if (isUseless) this.#chooseAfter((client as pg.PoolClient & HostClient).url);
    client.release(isUseless || !isClean);
  }

  /** Outside `transaction` nothing writes, not even a query that tries to. Throws when this host takes no writes at all. */
  async #prepare(client: pg.ClientBase): Promise<void> {
    await refuseStandby(client, this.#hostMs);
    await client.query('SET default_transaction_read_only = on');
  }

  /** The host after the one of this address, unless that is not the chosen one any more. */
  #chooseAfter(url: string | undefined): void {
    if (url !== this.#hosts[this.#chosen]) return;
    this.#chosen = (this.#chosen + 1) % this.#hosts.length;
    this.#pool.options.connectionString = this.#hosts[this.#chosen];
  }
}

/** What the pool says when every connection is in use for longer than `connectionTimeoutMillis`. */
const ALL_IN_USE = /^timeout exceeded when trying to connect$/;
