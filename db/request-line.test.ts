/** @module-tag postgres */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { forRequest } from '#db/request-db';
import { Asker, ShedError } from '#db/shed';
import { raceTest } from './testing/race-test.ts';
import { openRaw } from './testing/raw.ts';
import { linger, put } from './testing/scratch.ts';
import { testDb, testEngine } from './testing/test-db.ts';

const LATE = 'the turn of this request came too late';
/** With three connections: one active request and eight waiting ones are never shed. */
const ALWAYS = 9;
const CROWD = ALWAYS + 7;
const many = (count: number) => Array.from({ length: count }, (_, place) => `r${place}`);

const requested = (db: Db, name: string): Promise<string> =>
  forRequest(db, new Asker())
    .transaction((tx) => put(tx, name).then(() => name))
    .catch((error: unknown) => {
      if (!(error instanceof ShedError)) throw error;
      return error.message;
    });

describe.runIf(testEngine() === 'postgres')('the queue of requests on PostgreSQL', () => {
  raceTest(
    'a request behind a long queue is refused in time even if no connection becomes free',
    async () => {
      const db = await testDb({ maxConnections: 3, turnAfterMs: 100 });
      const other = await openRaw(engineOf(db).url);
      try {
        await other.run(
          "BEGIN; INSERT INTO attempts (bucket, count, window_started_at) VALUES ('r0', 1, now())",
        );
        const told: string[] = [];
        const works = many(CROWD).map((name) => requested(db, name));
        for (const work of works) void work.then((end) => told.push(end));
        await expect.poll(() => told).toEqual(Array(CROWD - ALWAYS).fill(LATE));
        await other.run('ROLLBACK');
        expect((await Promise.all(works)).slice(0, ALWAYS)).toEqual(many(ALWAYS));
      } finally {
        await other.close();
      }
    },
  );

  raceTest(
    'the first request of the queue is refused, too, once it has waited as long as the lock timeout',
    async () => {
      const db = await testDb({ maxConnections: 3, busyAfterMs: 1_000, turnAfterMs: 60_000 });
      const order: string[] = [];
      const long = forRequest(db, new Asker()).transaction(async (tx) => void (await linger(tx, 5)));
      const next = requested(db, 'next');
      await Promise.all([long.then(() => order.push('long')), next.then((end) => order.push(end))]);
      expect(order).toEqual([LATE, 'long']);
    },
  );

  raceTest(
    'the time spent waiting for a connection is deducted from the lock timeout of a request',
    async () => {
      const db = await testDb({ maxConnections: 3, busyAfterMs: 60_000 });
      const long = forRequest(db, new Asker()).transaction(async (tx) => void (await linger(tx, 0.3)));
      const [row] = await forRequest(db, new Asker()).transaction((tx) =>
        tx.select({ wait: sql<string>`current_setting('lock_timeout')` }).from(tx.tables.bankClock),
      );
      await long;
      expect(row?.wait).toMatch(/^\d+ms$/);
      expect(Number.parseInt(row?.wait ?? '', 10)).toBeLessThan(59_750);
    },
  );
});
