import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Table } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import {
  type ConnectionBackend,
  connectionBackend,
  outsideBackend,
  type PreparedCache,
  Reading,
  Writing,
} from '#db/connection';
import type { Db, Drizzle, GroupWork, Prepared, Tx } from '#db/db';
import { type Engine, keepEngine, type OpenOptions } from '#db/engine';
import type { InsertOptions } from '#db/insert-rows';
import { insertEach } from '#db/insert-sqlite';
import { sqliteKit } from '#db/kit/sqlite';
import { migrateSqlite } from '#db/migrate-sqlite';
import { RequestDb } from '#db/request-db';
import { makeTables } from '#db/schema';
import { assertNotNested, type Scope } from '#db/scope';
import type { Asker } from '#db/shed';
import { SqliteLog } from '#db/sqlite-log';
import { type Group, SqliteQueue } from '#db/sqlite-queue';

/** better-sqlite3 opens WAL files with synchronous=NORMAL, so every connection sets these and reads them back. */
const PRAGMAS: Record<string, string | number> = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  recursive_triggers: 1,
  // Statement journals in memory: on disk they cost a fifth of each transfer.
  temp_store: 2,
  trusted_schema: 0,
};

/** Wait inside a statement; the queue waits longer without blocking. */
const BUSY_TIMEOUT_MS = 20;

/** With the driver's 16 MB, reading the accounts of many customers is slower (docs/performance.md). */
const READ_CACHE_KIB = 32 * 1024;

const tables = makeTables(sqliteKit);

/** One writing connection behind the queue, and one that reads the last commit. */
export function openSqlite(url: string, options: OpenOptions): Db {
  const file = sqliteFile(url);
  mkdirSync(dirname(file), { recursive: true });
  const writer = connect(file);
  const reader = connect(file);
  reader.pragma('query_only = ON');
  reader.pragma(`cache_size = -${READ_CACHE_KIB}`);
  const database = new SqliteDb({ file, writer, reader }, options);
  const engine: Engine = {
    url,
    migrate: () => database.queue.alone(() => migrateSqlite(writer)),
    connections: () => [writer, reader],
    waiting: () => database.queue.line.waiting,
    logBytes: () => database.log.bytes,
    waitMs: () => ({ read: 0, write: database.queue.line.waitMs }),
    shed: () => database.queue.line.shed,
    triedAgain: () => database.queue.line.triedAgain,
    forRequest: (asker) => database.forRequest(asker),
  };
  return keepEngine(database as unknown as Db, engine);
}

type Connections = { file: string; writer: Database.Database; reader: Database.Database };

class SqliteDb extends Reading {
  readonly queue: SqliteQueue;
  readonly log: SqliteLog;
  readonly #writer: Database.Database;
  readonly #reader: Database.Database;
  readonly #writing: ConnectionBackend;
  readonly #groups = new Map<GroupWork<unknown, unknown>, Group>();

  constructor({ file, writer, reader }: Connections, options: OpenOptions) {
    super(outsideBackend(backendOf(reader)));
    this.queue = new SqliteQueue(writer, options);
    this.log = new SqliteLog(file, writer, this.queue, options.logLimitBytes);
    this.#writer = writer;
    this.#reader = reader;
    this.#writing = backendOf(writer);
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, asker?: Asker): Promise<T> {
    assertNotNested();
    return this.queue.add({ work: (scope) => this.#writingIn(scope).run(work) }, asker);
  }

  async grouped<Item, Value>(work: GroupWork<Item, Value>, item: Item, asker?: Asker): Promise<Value> {
    assertNotNested();
    return this.queue.add({ group: this.#groupOf(work as GroupWork<unknown, unknown>), item }, asker);
  }

  forRequest(asker: Asker): Db {
    const whole = this as unknown as Db;
    const writes: Pick<Db, 'transaction' | 'grouped'> = {
      transaction: (work) => this.transaction(work, asker),
      grouped: (work, item) => this.grouped(work, item, asker),
    };
    return new RequestDb(this.backend, whole, writes) as unknown as Db;
  }

  #groupOf(work: GroupWork<unknown, unknown>): Group {
    const group = this.#groups.get(work) ?? {
      run: (scope, items) => this.#writingIn(scope).run((tx) => work(tx, items)),
    };
    this.#groups.set(work, group);
    return group;
  }

  #writingIn(scope: Scope): Writing {
    return new Writing(new ScopedBackend(scope, this.#writer, this.#writing));
  }

  async close(): Promise<void> {
    const emptied = this.queue.close();
    await this.log.close();
    await emptied;
    this.#reader.close();
    this.#writer.close();
  }
}

class ScopedBackend implements ConnectionBackend {
  readonly engine = 'sqlite';
  readonly tables = tables;
  readonly cache: PreparedCache;
  readonly #scope: Scope;
  readonly #writer: Database.Database;
  readonly #writing: ConnectionBackend;
  #orm: Drizzle | undefined;

  constructor(scope: Scope, writer: Database.Database, writing: ConnectionBackend) {
    this.cache = writing.cache;
    this.#scope = scope;
    this.#writer = writer;
    this.#writing = writing;
  }

  orm(): Drizzle {
    const scope = this.#scope;
    scope.assertUsable();
    this.#orm ??= ormOf({ prepare: (text: string) => new ScopedStatement(scope, this.#writer, text) });
    return this.#orm;
  }

  preparer(): Tx {
    return this.#writing.preparer();
  }

  async execute(query: Prepared<unknown>, values: Record<string, unknown> | undefined): Promise<unknown> {
    return this.#scope.use(() => runNow(query, values));
  }

  async insertRows(table: Table, rows: readonly object[], options: InsertOptions): Promise<object[]> {
    return this.#scope.use(() => insertEach(this.#writer, table, rows, options));
  }
}

const backendOf = (connection: Database.Database): ConnectionBackend =>
  connectionBackend('sqlite', tables, ormOf(connection), runNow);

/** Runs at once. `execute` returns a thenable, which would run only when awaited, perhaps too late. */
const runNow = (query: Prepared<unknown>, values: Record<string, unknown> | undefined): unknown =>
  (query.execute(values) as unknown as { sync(): unknown }).sync();

class ScopedStatement {
  readonly #scope: Scope;
  readonly #statement: Database.Statement;

  constructor(scope: Scope, writer: Database.Database, text: string) {
    this.#scope = scope;
    this.#statement = scope.use(() => writer.prepare(text));
  }

  raw(): this {
    this.#statement.raw();
    return this;
  }

  run(...values: unknown[]): unknown {
    return this.#scope.use(() => this.#statement.run(...values));
  }

  all(...values: unknown[]): unknown[] {
    return this.#scope.use(() => this.#statement.all(...values));
  }

  get(...values: unknown[]): unknown {
    return this.#scope.use(() => this.#statement.get(...values));
  }
}

const ormOf = (client: unknown): Drizzle =>
  drizzle({ client: client as Database.Database }) as unknown as Drizzle;

function connect(file: string): Database.Database {
  const connection = new Database(file, { timeout: 5000 });
  for (const [pragma, value] of Object.entries(PRAGMAS)) connection.pragma(`${pragma} = ${value}`);
  for (const [pragma, value] of Object.entries(PRAGMAS)) {
    const actual = connection.pragma(pragma, { simple: true });
    if (actual !== value) {
      connection.close();
      throw new Error(
        `SQLite: ${pragma} is ${actual} where ${value} was set; this file cannot be written durably`,
      );
    }
  }
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return connection;
}

/** 'file:data/vale.db' (relative to the working directory), 'file:/srv/vale.db' or 'file:///srv/vale.db' → a path. */
export function sqliteFile(url: string): string {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
  if (!path || path.includes(':memory:'))
    throw new Error(`DATABASE_URL ${url}: SQLite needs a file, as in file:data/valebank.db`);
  return path;
}
