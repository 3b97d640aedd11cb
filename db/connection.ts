import type { Drizzle, Preparable, Prepared, Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';
import { assertOutside } from '#db/scope';

type Query = Prepared<unknown>;

/** What one connection has prepared; the key names the query for the whole program, and its statement on PostgreSQL. */
export type PreparedCache = Map<string, Query>;

/** What a `Db` or `Tx` stands on. */
export type ConnectionBackend = {
  readonly engine: Reader['engine'];
  readonly tables: Tables;
  /** Drizzle on the right connection; throws when it may not be used (dead, nested). */
  orm(): Drizzle;
  readonly cache: PreparedCache;
  /** What queries are prepared on: the connection itself, not the transaction that happens to ask first. */
  preparer(): Tx;
  /** Runs a prepared query, if it still may. */
  execute(query: Query, values: Record<string, unknown> | undefined): Promise<unknown>;
};

/** Runs a prepared query, the way its engine does. */
type Run = (query: Query, values: Record<string, unknown> | undefined) => unknown;

/** The backend of a connection (or pool) as such: where queries are prepared. */
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
  };
  const preparer = asTx(new Writing(backend));
  return backend;
}

/** The same for what reads outside transactions, and is refused inside one. */
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

/** The reading half of a `Db` or `Tx`. */
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
      query = build(backend.preparer(), backend.tables).prepare(key);
      backend.cache.set(key, query);
    }
    return new Guarded(backend, query);
  }
}

/** Both halves. */
export class Writing extends Reading {
  readonly isTransaction = true;

  get insert(): Drizzle['insert'] {
    return bound(this.backend.orm(), 'insert');
  }

  get update(): Drizzle['update'] {
    return bound(this.backend.orm(), 'update');
  }

  get delete(): Drizzle['delete'] {
    return bound(this.backend.orm(), 'delete');
  }
}

/** A prepared query that asks, each time it runs, whether it may. */
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

/** As TypeScript knows it: `prepared` keeps the type of the rows, which the cache does not. */
export const asTx = (writing: Writing): Tx => writing as unknown as Tx;

/** A method that keeps its `this`, with all its overloads. */
const bound = <K extends keyof Drizzle>(orm: Drizzle, method: K): Drizzle[K] =>
  (orm[method] as (...values: unknown[]) => unknown).bind(orm) as unknown as Drizzle[K];
