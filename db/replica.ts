import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isLost, isSilent } from '#db/away';
import type { OpenOptions } from '#db/engine';
import { databaseError, isTooSlow } from '#db/error';
import { PostgresPool } from '#db/postgres-pool';
import { ReplicaLag } from '#db/replica-lag';
import type { ReplicaStanding, ReplicaState, WhyPrimary } from '#db/replica-state';

/** `history`: cluster, database and timeline; null: none that can be compared. `at`: bytes of write-ahead log. */
export type Position = { history: string | null; at: number };

const MOST_BEHIND_MS = 10_000;
/** A replica lags by about a millisecond. */
const CATCH_UP_MS = 100;
/** Between two questions while it catches up. */
const MOST_PAUSE_MS = 20;
const LOOK_EVERY_MS = 1_000;
/** A replica that takes longer to say where it is counts as away. */
const LOOK_WITHIN_MS = 2_000;
/** Wait for a connection: the primary can answer as well. */
const CONNECT_MS = 1_000;

const CLUSTER = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** What is acknowledged is flushed, and only what is flushed is sent. The name of a file begins with its timeline. */
const OF_PRIMARY = {
  name: 'replica.primary',
  text: `SELECT ${CLUSTER} || '/' || ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS history,
    pg_current_wal_flush_lsn() - '0/0' AS at`,
};
const OF_REPLICA = {
  name: 'replica.replica',
  text: `SELECT CASE WHEN pg_is_in_recovery()
      THEN ${CLUSTER} || '/' || (SELECT timeline_id FROM pg_control_checkpoint()) END AS history,
    coalesce(pg_last_wal_replay_lsn() - '0/0', 0) AS at`,
};

/** A streaming replica of PostgreSQL, looked at each second. */
export class Replica {
  readonly #primary: PostgresPool;
  readonly #pool: PostgresPool;
  readonly #mostBehindMs: number;
  readonly #catchUpMs: number;
  readonly #onStanding: NonNullable<OpenOptions['onReplica']>;
  readonly #lag = new ReplicaLag();
  /** Per connection, since a replica that crashed may begin with less than it had replayed. */
  readonly #replayed = new WeakMap<pg.PoolClient, Position>();
  readonly #reads: ReplicaState['reads'] = { replica: 0, away: 0, behind: 0, foreign: 0, busy: 0 };
  #standing: ReplicaStanding = 'away';
  #connected = new Connected();
  /** False once waiting was in vain, until the next look. */
  #isWorthWaiting = true;
  #looking: Promise<void> | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, primary: PostgresPool, options: OpenOptions) {
    this.#primary = primary;
    this.#mostBehindMs = options.replicaBehindMs ?? MOST_BEHIND_MS;
    this.#catchUpMs = options.replicaWaitMs ?? CATCH_UP_MS;
    this.#onStanding = options.onReplica ?? (() => {});
    this.#pool = new PostgresPool(url, { ...options, busyAfterMs: CONNECT_MS }, { takesStandby: true });
    this.#pool.driver.on('error', () => this.#become('away'));
  }

  get state(): ReplicaState {
    const lagSeconds = this.#lag.behindMs(performance.now()) / 1000;
    return { standing: this.#standing, lagSeconds, reads: { ...this.#reads } };
  }

  get standing(): ReplicaStanding {
    return this.#standing;
  }

  /** Ends when the replica is away, or a connection to it was lost. */
  get connected(): Connected {
    return this.#connected;
  }

  count(by: keyof ReplicaState['reads']): void {
    this.#reads[by] += 1;
  }

  async primaryPosition(): Promise<Position> {
    return positionIn(await this.#primary.read(OF_PRIMARY));
  }

  /** Finds the standing, now and then each second. */
  look(): Promise<void> {
    clearTimeout(this.#nextLook);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (!this.#isClosed) this.#nextLook = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    // Without the primary nothing is answered, so nothing changes.
    const now = await this.primaryPosition().catch(() => null);
    if (now) {
      this.#lag.note(now.at, performance.now());
      this.#become(await this.#standingAgainst(now));
    }
  }

  /** Reads what the replica has at `since` or later. Throws NotReadyError, or the driver's error. */
  async read(config: pg.QueryConfig, since: Position): Promise<pg.QueryResult> {
    return this.#onConnection(async (client) => {
      await this.#catchUp(client, since);
      return client.query(config);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextLook);
    await this.#pool.end();
  }

  async #standingAgainst(primary: Position): Promise<ReplicaStanding> {
    try {
      const config = { ...OF_REPLICA, query_timeout: LOOK_WITHIN_MS };
      const own = positionIn(await this.#onConnection((client) => client.query(config)));
      if (own.history !== primary.history) return 'foreign';
      this.#lag.reached(own.at);
      return this.#lag.behindMs(performance.now()) > this.#mostBehindMs ? 'behind' : 'ready';
    } catch (error) {
      return databaseError(error)?.kind === 'busy' ? this.#standing : 'away';
    }
  }

  #become(standing: ReplicaStanding): void {
    this.#isWorthWaiting = true;
    if (standing === 'away' || standing === 'foreign') {
      this.#connected.end();
      this.#connected = new Connected();
    }
    if (standing === this.#standing || this.#isClosed) return;
    this.#standing = standing;
    this.#onStanding(standing);
  }

  async #onConnection(work: (client: pg.PoolClient) => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const connected = this.#connected;
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect({ leftMs: 0 });
      const result = await connected.during(work(client));
      client.release();
      return result;
    } catch (error) {
      if (isLost(error) || isSilent(error)) this.#become('away');
      if (client) this.#pool.giveUp(client, error, !connected.isOver);
      throw error;
    }
  }

  /** Waits until the replica has replayed what the primary had at `since`. Throws NotReadyError. */
  async #catchUp(client: pg.PoolClient, since: Position): Promise<void> {
    const known = this.#replayed.get(client);
    if (known?.history === since.history && known.at >= since.at) return;
    let leftMs = this.#isWorthWaiting ? this.#catchUpMs : 0;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)) {
      const own = positionIn(await client.query(OF_REPLICA));
      this.#replayed.set(client, own);
      if (own.history !== since.history) throw new NotReadyError('foreign');
      if (own.at >= since.at) return;
      if (leftMs <= 0) {
        this.#isWorthWaiting = false;
        throw new NotReadyError('behind');
      }
      await sleep(Math.min(pauseMs, leftMs));
      leftMs -= pauseMs;
    }
  }
}

/** A time in which no connection to the replica was lost. */
class Connected {
  isOver = false;
  readonly #underWay = new Set<(error: Error) => void>();

  /** Rejects at the end of this time, without waiting for an answer that may not come. */
  during<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.isOver) reject(new NotReadyError('away'));
      this.#underWay.add(reject);
      void work.then(resolve, reject).finally(() => this.#underWay.delete(reject));
    });
  }

  end(): void {
    this.isOver = true;
    for (const reject of this.#underWay) reject(new NotReadyError('away'));
  }
}

export type { Connected };

class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  readonly why: WhyPrimary;
  constructor(why: WhyPrimary) {
    super(`the replica is ${why}`);
    this.why = why;
  }
}

/** Null: an error that the primary would answer too. */
export function whyPrimary(error: unknown): WhyPrimary | null {
  if (error instanceof NotReadyError) return error.why;
  if (isTooSlow(error)) return null;
  const kind = databaseError(error)?.kind;
  if (kind === 'away' || kind === 'damaged') return 'away';
  return kind === 'busy' ? 'busy' : null;
}

const positionIn = ({ rows: [row] }: pg.QueryResult): Position => ({
  history: row.history,
  at: Number(row.at),
});
