import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { makeReader, makeTx, type PreparedCache } from '#db/connection';
import type { Db, Drizzle, Tx } from '#db/db';
import { type Engine, keepEngine, type OpenOptions } from '#db/engine';
import { sqliteKit } from '#db/kit/sqlite';
import { migrateSqlite } from '#db/migrate-sqlite';
import { makeTables } from '#db/schema';
import { assertNotNested, assertOutside, type Scope } from '#db/scope';
import { SqliteQueue } from '#db/sqlite-queue';

/** better-sqlite3 opens an existing WAL file with synchronous=NORMAL, so every connection sets these and reads them back. */
const PRAGMAS: Record<string, string | number> = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  recursive_triggers: 1,
  trusted_schema: 0,
};

/** How long a statement itself waits for another process; the queue waits longer, without blocking this process. */
const BUSY_TIMEOUT_MS = 100;

const tables = makeTables(sqliteKit);

/** Opens a database file: one connection that writes, behind the queue, and one that reads the last commit. */
export function openSqlite(url: string, options: OpenOptions): Db {
  const file = sqliteFile(url);
  mkdirSync(dirname(file), { recursive: true });
  const writer = connect(file);
  writer.pragma('wal_autocheckpoint = 8000');
  const reader = connect(file);
  reader.pragma('query_only = ON');
  const queue = new SqliteQueue(writer, options);

  const preparedOnReader: PreparedCache = new Map();
  const readerOrm = ormOf(reader);
  const reading = () => {
    assertOutside();
    return readerOrm;
  };
  const reads = makeReader({
    engine: 'sqlite',
    tables,
    orm: reading,
    cache: () => preparedOnReader,
    execute: async (query, values) => {
      assertOutside();
      return query.execute(values);
    },
    preparer: () => makeTx(reads, () => readerOrm),
  });

  const txOf = writerTransactions(writer);
  const db = Object.defineProperties(reads, {
    transaction: {
      value: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        assertNotNested();
        return queue.add((scope) => work(txOf(scope)));
      },
    },
    close: {
      value: async () => {
        await queue.close();
        reader.close();
        writer.close();
      },
    },
  }) as Db;
  const engine: Engine = {
    url,
    migrate: () => queue.alone(() => migrateSqlite(writer)),
    connections: () => [writer, reader],
  };
  return keepEngine(db, engine);
}

/** Makes the `tx` of each scope; prepared queries live on the connection, everything else dies with the scope. */
function writerTransactions(writer: Database.Database): (scope: Scope) => Tx {
  const cache: PreparedCache = new Map();
  const writerOrm = ormOf(writer);
  const preparer = makeTx(
    makeReader({
      engine: 'sqlite',
      tables,
      orm: () => writerOrm,
      cache: () => cache,
      execute: async (query, values) => query.execute(values),
      preparer: () => preparer,
    }),
    () => writerOrm,
  );
  return (scope) => {
    let own: Drizzle | undefined;
    const orm = () => {
      scope.assertUsable();
      own ??= ormOf({ prepare: (text: string) => new ScopedStatement(scope, writer, text) });
      return own;
    };
    const reads = makeReader({
      engine: 'sqlite',
      tables,
      orm,
      cache: () => cache,
      // `sync` runs it here and now: the thenable that `execute` gives would run it when awaited, perhaps too late.
      execute: async (query, values) =>
        scope.use(() => (query.execute(values) as unknown as { sync(): unknown }).sync()),
      preparer: () => preparer,
    });
    return makeTx(reads, orm);
  };
}

/** A statement that asks, each time it runs, whether its transaction still lives. */
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
