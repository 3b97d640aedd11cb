import { AsyncLocalStorage } from 'node:async_hooks';
import { outsideBackend } from '#db/connection';
import type { Db, Drizzle } from '#db/db';
import { wholeOf } from '#db/engine';
import { backendOf, ormOf, reading } from '#db/postgres-backend';
import type { ReplicaReads } from '#db/replica-reads';
import { RequestDb } from '#db/request-db';

/** The call whose prepared query is run: to prepare a page's queries for each call takes longer than to read the page. */
const running = new AsyncLocalStorage<ReplicaReads>();

const prepared = backendOf(
  reading((config) => {
    const reads = running.getStore();
    if (!reads) throw new Error('a prepared query was run outside its call');
    return reads.read(config);
  }),
);

/** Reads through `reads`, writes as `db` does; a read after a write sees it. */
export function overReplica(db: Db, reads: ReplicaReads): Db {
  let own: Drizzle | undefined;
  const backend = outsideBackend({
    ...prepared,
    orm: () => {
      own ??= ormOf(reading((config) => reads.read(config)));
      return own;
    },
    execute: (query, values) => running.run(reads, () => query.execute(values)),
  });
  const written = <T>(work: Promise<T>) => work.finally(() => reads.forgetPosition());
  return new RequestDb(backend, wholeOf(db), {
    transaction: (work) => written(db.transaction(work)),
    grouped: (work, item) => written(db.grouped(work, item)),
  }) as unknown as Db;
}
