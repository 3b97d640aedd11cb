import type { Drizzle, Preparable, Prepared, Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';
import { assertOutside } from '#db/scope';

type Query = Prepared<unknown>;

/** What one connection has prepared; the key names the query for the whole program, and its statement on PostgreSQL. */
export type PreparedCache = Map<string, Query>;

/** What a `Db` or `Tx` stands on. */
export type Footing = {
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

/** The footing of a connection (or pool) as such: where queries are prepared. */
export function connectionFooting(engine: Reader['engine'], tables: Tables, orm: Drizzle, run: Run): Footing {
  const footing: Footing = {
    engine,
    tables,
    orm: () => orm,
    cache: new Map(),
    preparer: () => preparer,
    execute: async (query, values) => run(query, values),
  };
  const preparer = asTx(new Writing(footing));
  return footing;
}

/** The same for what reads outside transactions, and is refused inside one. */
export function outsideFooting(footing: Footing): Footing {
  return {
    ...footing,
    orm: () => {
      assertOutside();
      return footing.orm();
    },
    execute: async (query, values) => {
      assertOutside();
      return footing.execute(query, values);
    },
  };
}

/** The reading half of a `Db` or `Tx`. */
export class Reading {
  protected readonly footing: Footing;

  constructor(footing: Footing) {
    this.footing = footing;
  }

  get engine(): Reader['engine'] {
    return this.footing.engine;
  }

  get tables(): Tables {
    return this.footing.tables;
  }

  get select(): Drizzle['select'] {
    return bound(this.footing.orm(), 'select');
  }

  get selectDistinct(): Drizzle['selectDistinct'] {
    return bound(this.footing.orm(), 'selectDistinct');
  }

  get $with(): Drizzle['$with'] {
    return this.footing.orm().$with;
  }

  get with(): Drizzle['with'] {
    return bound(this.footing.orm(), 'with');
  }

  get $count(): Drizzle['$count'] {
    return bound(this.footing.orm(), '$count');
  }

  prepared(key: string, build: (on: Tx, tables: Tables) => Preparable<unknown>): Query {
    const { footing } = this;
    let query = footing.cache.get(key);
    if (!query) {
      query = build(footing.preparer(), footing.tables).prepare(key);
      footing.cache.set(key, query);
    }
    return new Guarded(footing, query);
  }
}

/** Both halves. */
export class Writing extends Reading {
  readonly isTransaction = true;

  get insert(): Drizzle['insert'] {
    return bound(this.footing.orm(), 'insert');
  }

  get update(): Drizzle['update'] {
    return bound(this.footing.orm(), 'update');
  }

  get delete(): Drizzle['delete'] {
    return bound(this.footing.orm(), 'delete');
  }
}

/** A prepared query that asks, each time it runs, whether it may. */
class Guarded implements Query {
  readonly #footing: Footing;
  readonly #query: Query;

  constructor(footing: Footing, query: Query) {
    this.#footing = footing;
    this.#query = query;
  }

  execute(values?: Record<string, unknown>): Promise<unknown> {
    return this.#footing.execute(this.#query, values);
  }
}

/** As TypeScript knows it: `prepared` keeps the type of the rows, which the cache does not. */
export const asTx = (writing: Writing): Tx => writing as unknown as Tx;

/** A method that keeps its `this`, with all its overloads. */
const bound = <K extends keyof Drizzle>(orm: Drizzle, method: K): Drizzle[K] =>
  (orm[method] as (...values: unknown[]) => unknown).bind(orm) as unknown as Drizzle[K];
