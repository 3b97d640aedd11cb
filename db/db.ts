import type { Table } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { InsertOptions } from '#db/insert-rows';
import type { Outcome } from '#db/job-line';
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
    /** Runs `work` after the transaction's own work, in it: for a lock that many wait for, held until COMMIT. */
    atEnd(work: () => Promise<void>): void;
    /** Whole rows, in one statement on PostgreSQL; resolves to the `returning` columns of the rows written. */
    insertRows<Of extends Table, Key extends string & keyof Of['$inferSelect'] = never>(
      table: Of,
      rows: readonly Of['$inferSelect'][],
      options?: InsertOptions<Key>,
    ): Promise<Pick<Of['$inferSelect'], Key>[]>;
    prepared<Rows>(key: string, build: (on: Tx, tables: Tables) => Preparable<Rows>): Prepared<Rows>;
  };

/**
 * Runs items that wait together in one transaction: one outcome for each, in their order. If it throws, each item is run
 * alone. A function of a module, not a closure: items of the same one share a transaction.
 */
export type GroupWork<Item, Value> = (tx: Tx, items: readonly Item[]) => Promise<Outcome<Value>[]>;

/**
 * Writes only in `transaction` and `grouped`, which commit durably. Their work may run twice; waiting for anything but
 * the database throws.
 */
export type Db = Reader & {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  grouped<Item, Value>(work: GroupWork<Item, Value>, item: Item): Promise<Value>;
  close(): Promise<void>;
};
