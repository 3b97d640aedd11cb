import { type ConnectionBackend, Reading } from '#db/connection';
import type { Db, Tx } from '#db/db';
import { engineOf } from '#db/engine';
import type { Asker } from '#db/shed';

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The bank's database as one request has it: reading as ever, and transactions of which it is known who asks for them. */
export class RequestDb extends Reading {
  readonly transaction: Transact;
  /** The database that it is a view of. */
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

/** The database for one request, whose transactions may be shed as long as `asker` says. */
export const forRequest = (db: Db, asker: Asker): Db => engineOf(db).forRequest(asker);
