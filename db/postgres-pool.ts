import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isLost, isSilent } from '#db/away';
import type { OpenOptions } from '#db/engine';
import { ReleasePace } from '#db/pace';
import { refuseStandby, urlsOfHosts } from '#db/postgres-hosts';
import { BusyError } from '#db/scope';

/** Default number of connections. */
export const MAX_CONNECTIONS = 10;
export const BUSY_AFTER_MS = 10_000;
const STATEMENT_MS = 30_000;
/** Added to STATEMENT_MS: a connection silent for longer is dead and dropped. */
const SILENCE_MS = 2_000;
/** Total wait of a piece of work for a database that is away; a restart or failover takes less. */
const AWAY_MS = 5_000;
const BETWEEN_TRIES_MS = 50;
/** With fewer waiters the expected wait counts as zero. */
const FEW = 64;

/** Remaining wait for a database that is away. */
export type Patience = { leftMs: number };

class HostClient extends pg.Client {
  readonly url: string | undefined;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.url = config.connectionString;
  }
}

/** `url` may name several hosts: uses the first that takes writes, and the next one after a lost connection. */
export class PostgresPool {
  readonly #pool: pg.Pool;
  readonly #hosts: string[];
  readonly #awayAfterMs: number;
  /** Time limit of one host. */
  readonly #hostMs: number;
  readonly #pace = new ReleasePace();
  readonly #takesStandby: boolean;
  #chosen = 0;

  /** `takesStandby`: for reads of a replica. */
  constructor(url: string, options: OpenOptions, { takesStandby = false } = {}) {
    this.#takesStandby = takesStandby;
    const busyAfterMs = options.busyAfterMs ?? BUSY_AFTER_MS;
    this.#hosts = urlsOfHosts(url);
    this.#awayAfterMs = Math.min(AWAY_MS, busyAfterMs);
    const hostMs = Math.ceil(this.#awayAfterMs / this.#hosts.length);
    this.#hostMs = hostMs;
    this.#pool = new pg.Pool({
      Client: class extends HostClient {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, connectionTimeoutMillis: hostMs, pipeline: true } as pg.ClientConfig);
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
    // A broken idle connection is replaced; unhandled, the event would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('release', () => this.#pace.note(this.#pool.waitingCount > 0));
    // The running query gets the error too; unhandled, the event would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** Expected wait for a connection in ms; 0 while few wait. */
  get waitMs(): number {
    const { waitingCount } = this.#pool;
    return waitingCount < FEW ? 0 : this.#pace.waitMs(waitingCount);
  }

  get driver(): pg.Pool {
    return this.#pool;
  }

  patience(): Patience {
    return { leftMs: this.#awayAfterMs };
  }

  isWorthWaiting = ({ leftMs }: Patience): boolean => leftMs > BETWEEN_TRIES_MS;

  /** Throws BusyError when all connections stay in use, and the driver's error when no host answers within `patience`. */
  async connect(patience = this.patience()): Promise<pg.PoolClient> {
    for (;;) {
      const chosen = this.#hosts[this.#chosen];
      const begunAtMs = performance.now();
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (error instanceof Error && ALL_IN_USE.test(error.message))
          throw new BusyError('PostgreSQL: no connection became free in time', { cause: error });
        if (!isLost(error) && !isSilent(error)) throw error;
        this.#chooseAfter(chosen);
        patience.leftMs -= performance.now() - begunAtMs;
        if (!this.isWorthWaiting(patience)) throw error;
        await sleep(BETWEEN_TRIES_MS);
        patience.leftMs -= BETWEEN_TRIES_MS;
      }
    }
  }

  /** A read outside transactions, repeated once on a lost connection. */
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

  /** Releases a connection after a failure; ends a dead one and chooses the next host. */
  giveUp(client: pg.PoolClient, error: unknown, isClean = true): void {
    const isUseless = isLost(error) || isSilent(error);
    if (isUseless) this.#chooseAfter((client as pg.PoolClient & HostClient).url);
    client.release(isUseless || !isClean);
  }

  /** Makes the session read-only outside `transaction`. Throws when this host takes no writes but should. */
  async #prepare(client: pg.ClientBase): Promise<void> {
    if (!this.#takesStandby) await refuseStandby(client, this.#hostMs);
    // Rows are read by index: with the default of disks that turn, PostgreSQL would read whole tables, by several processes.
    // A group forbids scans of tables by their cost, which would have each of its statements compiled: 40 ms and more.
    const text = `SET default_transaction_read_only = on; SET random_page_cost = 1.1; SET jit = off;
      SET max_parallel_workers_per_gather = 0`;
    await client.query({ text, query_timeout: this.#hostMs } as pg.QueryConfig);
  }

  /** Chooses the next host, unless another was chosen already. */
  #chooseAfter(url: string | undefined): void {
    if (url !== this.#hosts[this.#chosen]) return;
    this.#chosen = (this.#chosen + 1) % this.#hosts.length;
    this.#pool.options.connectionString = this.#hosts[this.#chosen];
  }
}

/** The pool's error when all connections stay in use. */
const ALL_IN_USE = /^timeout exceeded when trying to connect$/;
