import { type ConnectionBackend, Reading } from '#db/connection';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import type { Asker } from '#db/shed';

type Writes = Pick<Db, 'transaction' | 'grouped'>;

/** The database as one request uses it: the write queue knows which request its transactions belong to. */
export class RequestDb extends Reading {
  readonly transaction: Writes['transaction'];
  readonly grouped: Writes['grouped'];
  /** The database that all requests share. */
  readonly whole: Db;

  constructor(backend: ConnectionBackend, whole: Db, { transaction, grouped }: Writes) {
    super(backend);
    this.whole = whole;
    this.transaction = transaction;
    this.grouped = grouped;
  }

  async close(): Promise<void> {
    throw new Error('a request does not close the database');
  }
}

export const forRequest = (db: Db, asker: Asker): Db => engineOf(db).forRequest(asker);

/** For one call: its reads go to the replica, where one is named; they see everything committed before the first of them. */
export const fromReplica = (db: Db): Db => engineOf(db).replica?.readsOf(db) ?? db;
