import type { Db } from '#db/db';
import type { Asker, ShedCounts } from '#db/shed';

/** What can be turned when opening a database; the defaults are the bank's. */
export type OpenOptions = {
  /** SQLite: how many waiting transactions share one COMMIT at most (64). */
  batchSize?: number;
  /** PostgreSQL: how many connections at most (10). */
  maxConnections?: number;
  /** How long a transaction waits for its turn, a lock or a connection before it is refused as busy (10 000 ms). */
  busyAfterMs?: number;
  /** How long a request waits for its turn to write before it is shed (2 000 ms). */
  turnAfterMs?: number;
  /** PostgreSQL: how long a statement may go unanswered before its connection is given up (32 000 ms). */
  silentAfterMs?: number;
  /** SQLite: from which length on the write-ahead log is made short again (65 536 000 bytes). */
  logLimitBytes?: number;
  /** SQLite: what is waited for between two batches before the turn of the event loop that always is; undefined: nothing. */
  betweenBatches?: () => Promise<unknown> | undefined;
  /** Called after each COMMIT with the number of transactions it made durable, and how long they took with it. */
  onCommit?: (transactions: number, tookMs: number) => void;
};

/** What lies under a `Db`, for migrating and for the tests of the database itself. */
export type Engine = {
  /** As `open` got it: of PostgreSQL it may name several hosts. */
  readonly url: string;
  migrate(): Promise<void>;
  /** The driver's own connections; only for looking at their settings. */
  connections(): unknown[];
  /** Transactions that wait for their turn (SQLite) or for a connection (PostgreSQL). */
  waiting(): number;
  /** SQLite: the length of the write-ahead log. */
  logBytes?(): number;
  /** How long somebody who came now would wait to read, and to write, in milliseconds, as measured of the last ones. */
  waitMs(): { read: number; write: number };
  /** What was asked for by requests and not begun, since the start. */
  shed(): ShedCounts;
  /** The same database for one request, whose transactions may be shed as long as `asker` says. */
  forRequest(asker: Asker): Db;
};

const engines = new WeakMap<Db, Engine>();

/** Remembers what lies under `db`. */
export function keepEngine(db: Db, engine: Engine): Db {
  engines.set(db, engine);
  return db;
}

/** What lies under a `Db` that `open` made. */
export function engineOf(db: Db): Engine {
  const engine = engines.get('whole' in db ? (db.whole as Db) : db);
  if (!engine) throw new Error('this Db was not made by open()');
  return engine;
}

const commits = new WeakMap<Db, () => number>();

/** Remembers how to ask when `db` last committed. */
export const keepLastCommit = (db: Db, atMs: () => number): void => void commits.set(db, atMs);

/** How long ago something was last made durable through this `Db`, in milliseconds; never: Infinity. */
export const sinceCommitMs = (db: Db): number =>
  performance.now() - (commits.get(db)?.() ?? Number.NEGATIVE_INFINITY);
