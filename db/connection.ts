import type { Drizzle, Prepared, Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';

type Query = Pick<Prepared<unknown>, 'execute'>;

/** What one connection has prepared; `key` names the query for the whole program. */
export type PreparedCache = Map<string, Query>;

/**
 * Makes the reading half of a `Db` or `Tx`. `orm` is asked each time, so that it can refuse (dead, nested, closed);
 * `prepare` gives the query kept under a key, and `guard` runs before each execution of it.
 */
export function makeReader(options: {
  engine: Reader['engine'];
  tables: Tables;
  orm: () => Drizzle;
  cache: () => PreparedCache;
  execute: (query: Query, values: Record<string, unknown> | undefined) => Promise<unknown>;
  /** What queries are prepared on: the connection itself, not the transaction that happens to ask first. */
  preparer: () => Tx;
}): Reader {
  const { engine, tables, orm } = options;
  const reader = {
    engine,
    tables,
    get select() {
      return bound(orm(), 'select');
    },
    get selectDistinct() {
      return bound(orm(), 'selectDistinct');
    },
    get $with() {
      return orm().$with;
    },
    get with() {
      return bound(orm(), 'with');
    },
    get $count() {
      return bound(orm(), '$count');
    },
    prepared(key: string, build: (on: Tx, tables: Tables) => Query): Query {
      const cache = options.cache();
      let query = cache.get(key);
      if (!query) {
        query = build(options.preparer(), tables);
        cache.set(key, query);
      }
      const kept = query;
      return { execute: (values) => options.execute(kept, values) };
    },
  };
  return reader as unknown as Reader;
}

/** Adds the writing half to the reading half. */
export function makeTx(reader: Reader, orm: () => Drizzle): Tx {
  const writing = {
    isTransaction: true as const,
    get insert() {
      return bound(orm(), 'insert');
    },
    get update() {
      return bound(orm(), 'update');
    },
    get delete() {
      return bound(orm(), 'delete');
    },
  };
  return Object.defineProperties(reader, Object.getOwnPropertyDescriptors(writing)) as Tx;
}

/** A method that keeps its `this`, with all its overloads. */
const bound = <K extends keyof Drizzle>(orm: Drizzle, method: K): Drizzle[K] =>
  (orm[method] as (...values: unknown[]) => unknown).bind(orm) as unknown as Drizzle[K];
