import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Tables } from '#db/schema';

/** Drizzle with PostgreSQL's types, without relational queries. */
export type Drizzle = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Preparable<Rows> = { prepare(name: string): Prepared<Rows> };

/** Prepared once per connection: `await query.execute({ placeholder: value })`. */
export type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };

/** Only `await` queries (no `.get/.run/.all`, no `db.query`). `prepared` builds a query once per connection. */
export type Reader = Pick<Drizzle, 'select' | 'selectDistinct' | '$with' | 'with' | '$count'> & {
  readonly engine: 'sqlite' | 'postgres';
  readonly tables: Tables;
  prepared<Rows>(key: string, build: (on: Reader, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
};

/** Valid until the transaction ends; transactions do not nest. */
export type Tx = Omit<Reader, 'prepared'> &
  Pick<Drizzle, 'insert' | 'update' | 'delete'> & {
    readonly isTransaction: true;
    prepared<Rows>(key: string, build: (on: Tx, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
  };

/**
 * Writes only in `transaction`, which commits durably. Its work may run twice; waiting for anything but the database
 * throws.
 */
export type Db = Reader & {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
