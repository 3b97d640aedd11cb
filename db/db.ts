import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Tables } from '#db/schema';

/** Drizzle with PostgreSQL's types, without relational queries. */
export type Drizzle = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Not prepared yet. */
export type Preparable<Rows> = { prepare(name: string): Prepared<Rows> };

/** Prepared once per connection: `await query.execute({ placeholder: value })`. */
export type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };

/**
 * Reads on both engines. Only `await` queries (no `.get/.run/.all`, no `db.query`). `prepared(key, build)` builds a
 * query once per connection.
 */
export type Reader = Pick<Drizzle, 'select' | 'selectDistinct' | '$with' | 'with' | '$count'> & {
  readonly engine: 'sqlite' | 'postgres';
  readonly tables: Tables;
  prepared<Rows>(key: string, build: (on: Reader, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
};

/** Valid until the transaction ends; transactions do not nest. */
export type Tx = Omit<Reader, 'prepared'> &
  Pick<Drizzle, 'insert' | 'update' | 'delete'> & {
    readonly isTransaction: true;
    /** As in `Reader`, for writes too. */
    prepared<Rows>(key: string, build: (on: Tx, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
  };

/**
 * The bank's database. Writes only in `transaction`, which returns after a durable commit. The work may run twice and
 * must use nothing but the database: waiting for anything else, or nesting, throws.
 */
export type Db = Reader & {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
