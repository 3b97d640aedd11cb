import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Tables } from '#db/schema';

/** Drizzle as both engines are used: PostgreSQL's types, without the relational queries. */
export type Drizzle = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** A query that has not been prepared yet. */
export type Preparable<Rows> = { prepare(name: string): Prepared<Rows> };

/** A query prepared once per connection: `await query.execute({ placeholder: value })`. */
export type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };

/**
 * What both engines can read with. Only `await` a query (never `.get/.run/.all`), and no `db.query`.
 * `prepared(key, build)` builds a hot query once for each connection and keeps it under `key`.
 */
export type Reader = Pick<Drizzle, 'select' | 'selectDistinct' | '$with' | 'with' | '$count'> & {
  readonly engine: 'sqlite' | 'postgres';
  readonly tables: Tables;
  prepared<Rows>(key: string, build: (on: Reader, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
};

/** The inside of `db.transaction`: dead once the transaction has ended. Hand it on; nested transactions are refused. */
export type Tx = Omit<Reader, 'prepared'> &
  Pick<Drizzle, 'insert' | 'update' | 'delete'> & {
    readonly isTransaction: true;
    /** Like `prepared` of a reader, for statements that write. */
    prepared<Rows>(key: string, build: (on: Tx, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
  };

/**
 * The bank's database. Read anywhere; write only in `transaction`, which commits durably before it answers.
 * The work may run twice (group commit's retry, PostgreSQL's retry), so it must do nothing but use the database:
 * a transaction that waits for anything else, or is nested in another, is refused with an error that says so.
 */
export type Db = Reader & {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
