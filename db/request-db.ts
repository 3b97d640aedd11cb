import { type ConnectionBackend, Reading } from '#db/connection';
import type { Db, Tx } from '#db/db';
import { engineOf } from '#db/engine';
import type { Asker } from '#db/shed';

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The database as one request uses it: the write queue knows which request its transactions belong to. */
export class RequestDb extends Reading {
  readonly transaction: Transact;
  /** The database that all requests share. */
  readonly whole: Db;

  constructor(backend: ConnectionBackend, whole: Db, transaction: Transact) {
    super(backend);
    this.whole = whole;
    this.transaction = transaction;
  }

  async close(): Promise<void> {
    throw new Error('a request does not close the database');
  }
}

export const forRequest = (db: Db, asker: Asker): Db => engineOf(db).forRequest(asker);
