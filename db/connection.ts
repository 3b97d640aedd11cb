import type { Table } from 'drizzle-orm';
import type { Drizzle, Preparable, Prepared, Reader, Tx } from '#db/db';
import type { InsertOptions } from '#db/insert-rows';
import { mapRowsAtOnce } from '#db/map-rows';
import type { Tables } from '#db/schema';
import { assertOutside } from '#db/scope';

type Query = Prepared<unknown>;

/** Prepared queries of a connection by key; on PostgreSQL the key is also the statement's name. */
export type PreparedCache = Map<string, Query>;

export type ConnectionBackend = {
  readonly engine: Reader['engine'];
  readonly tables: Tables;
  /** Throws after the end of its transaction; outside one, throws if called by a transaction's work. */
  orm(): Drizzle;
  readonly cache: PreparedCache;
  /** Prepares queries on the connection, so that they outlive the transaction that first needs them. */
  preparer(): Tx;
  execute(query: Query, values: Record<string, unknown> | undefined): Promise<unknown>;
  insertRows(table: Table, rows: readonly object[], options: InsertOptions): Promise<object[]>;
};

type Run = (query: Query, values: Record<string, unknown> | undefined) => unknown;

export function connectionBackend(
  engine: Reader['engine'],
  tables: Tables,
  orm: Drizzle,
  run: Run,
): ConnectionBackend {
  const backend: ConnectionBackend = {
    engine,
    tables,
    orm: () => orm,
    cache: new Map(),
    preparer: () => preparer,
    execute: async (query, values) => run(query, values),
    insertRows: async () => {
      throw new Error('insertRows outside a transaction');
    },
  };
  const preparer = asTx(new Writing(backend));
  return backend;
}

/** For reads outside transactions: throws inside one. */
export function outsideBackend(backend: ConnectionBackend): ConnectionBackend {
  return {
    ...backend,
    orm: () => {
      assertOutside();
      return backend.orm();
    },
    execute: async (query, values) => {
      assertOutside();
      return backend.execute(query, values);
    },
  };
}

export class Reading {
  protected readonly backend: ConnectionBackend;

  constructor(backend: ConnectionBackend) {
    this.backend = backend;
  }

  get engine(): Reader['engine'] {
    return this.backend.engine;
  }

  get tables(): Tables {
    return this.backend.tables;
  }

  get select(): Drizzle['select'] {
    return bound(this.backend.orm(), 'select');
  }

  get selectDistinct(): Drizzle['selectDistinct'] {
    return bound(this.backend.orm(), 'selectDistinct');
  }

  get $with(): Drizzle['$with'] {
    return this.backend.orm().$with;
  }

  get with(): Drizzle['with'] {
    return bound(this.backend.orm(), 'with');
  }

  get $count(): Drizzle['$count'] {
    return bound(this.backend.orm(), '$count');
  }

  prepared(key: string, build: (on: Tx, tables: Tables) => Preparable<unknown>): Query {
    const { backend } = this;
    let query = backend.cache.get(key);
    if (!query) {
      query = mapRowsAtOnce(build(backend.preparer(), backend.tables).prepare(key));
      backend.cache.set(key, query);
    }
    return new Guarded(backend, query);
  }
}

export class Writing extends Reading {
  readonly isTransaction = true;
  #atEnd: (() => Promise<void>)[] | undefined;

  atEnd(work: () => Promise<void>): void {
    this.#atEnd ??= [];
    this.#atEnd.push(work);
  }

  /** Runs the work of a transaction, then what was left for its end. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const value = await work(asTx(this));
    for (const last of this.#atEnd ?? []) await last();
    return value;
  }

  get insert(): Drizzle['insert'] {
    return bound(this.backend.orm(), 'insert');
  }

  get update(): Drizzle['update'] {
    return bound(this.backend.orm(), 'update');
  }

  get delete(): Drizzle['delete'] {
    return bound(this.backend.orm(), 'delete');
  }

  async insertRows(table: Table, rows: readonly object[], options: InsertOptions = {}): Promise<object[]> {
    return rows.length === 0 ? [] : this.backend.insertRows(table, rows, options);
  }
}

/** Runs through the backend, which refuses a query outside its transaction's life. */
class Guarded implements Query {
  readonly #backend: ConnectionBackend;
  readonly #query: Query;

  constructor(backend: ConnectionBackend, query: Query) {
    this.#backend = backend;
    this.#query = query;
  }

  execute(values?: Record<string, unknown>): Promise<unknown> {
    return this.#backend.execute(this.#query, values);
  }
}

/** The cast restores the row types of `prepared`, which the cache loses. */
export const asTx = (writing: Writing): Tx => writing as unknown as Tx;

const bound = <K extends keyof Drizzle>(orm: Drizzle, method: K): Drizzle[K] =>
  (orm[method] as (...values: unknown[]) => unknown).bind(orm) as unknown as Drizzle[K];
