import type { Db } from '#db/db';
import type { ReplicaStanding, ReplicaState } from '#db/replica-state';
import type { Asker, ShedCounts } from '#db/shed';

/** Options of opening; defaults in parentheses. */
export type OpenOptions = {
  /** Items of a group and, on SQLite, transactions per COMMIT at most (64). */
  batchSize?: number;
  /** PostgreSQL: maximum connections (10). */
  maxConnections?: number;
  /** Wait for a turn, lock or connection before BusyError (10 000 ms). */
  busyAfterMs?: number;
  /** PostgreSQL: wait of a group for a locked row, before it goes on without the items that need it (1 000 ms). */
  groupLockMs?: number;
  /** Wait of a request for its turn to write before it is shed (2 000 ms). */
  turnAfterMs?: number;
  /** PostgreSQL: time without answer before a connection is dropped (32 000 ms). */
  silentAfterMs?: number;
  /** SQLite: length at which the write-ahead log is truncated (65 536 000 bytes). */
  logLimitBytes?: number;
  /** SQLite: awaited between two batches, before the event-loop turn. */
  betweenBatches?: () => Promise<unknown> | undefined;
  /** PostgreSQL: a streaming replica for reads that may be a moment old. */
  readUrl?: string | undefined;
  /** Wait for the replica to replay what was committed before a read (100 ms). */
  replicaWaitMs?: number;
  /** Lag beyond which the replica is not asked (10 000 ms). */
  replicaBehindMs?: number;
  /** After each change of the replica's standing; it begins as away. */
  onReplica?: (standing: ReplicaStanding) => void;
  /** After each COMMIT: its transactions and their duration; on PostgreSQL a group is one. */
  onCommit?: (transactions: number, tookMs: number) => void;
};

/** Internals of a `Db`, for migrations and tests. */
export type Engine = {
  /** As given to `open`; may name several PostgreSQL hosts. */
  readonly url: string;
  migrate(): Promise<void>;
  connections(): unknown[];
  /** Transactions that wait for a turn (SQLite) or a connection (PostgreSQL). */
  waiting(): number;
  logBytes?(): number;
  /** Expected wait of a new read and of a new write, in ms. */
  waitMs(): { read: number; write: number };
  shed(): ShedCounts;
  /** Batches and groups that failed as a whole, so that their parts were tried again. */
  triedAgain(): number;
  forRequest(asker: Asker): Db;
  /** Where one is named. `look`: finds its state now. `readsOf`: a database whose reads it answers. */
  replica?: { look(): Promise<void>; state(): ReplicaState; readsOf(db: Db): Db };
};

const engines = new WeakMap<Db, Engine>();

export function keepEngine(db: Db, engine: Engine): Db {
  engines.set(db, engine);
  return db;
}

/** The database that all requests share. */
export const wholeOf = (db: Db): Db => ('whole' in db ? (db.whole as Db) : db);

export function engineOf(db: Db): Engine {
  const engine = engines.get(wholeOf(db));
  if (!engine) throw new Error('engineOf: this Db was not made by open()');
  return engine;
}

const commits = new WeakMap<Db, () => number>();

export const keepLastCommit = (db: Db, atMs: () => number): void => void commits.set(db, atMs);

/** Time since the last commit in ms; Infinity if never. */
export const sinceCommitMs = (db: Db): number =>
  performance.now() - (commits.get(db)?.() ?? Number.NEGATIVE_INFINITY);
