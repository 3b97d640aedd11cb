/** @module-tag postgres */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { databaseError } from '#db/error';
import { forRequest } from '#db/request-db';
import { Asker, ShedError } from '#db/shed';
import { raceTest } from './testing/race-test.ts';
import { openRaw } from './testing/raw.ts';
import { linger, names, put } from './testing/scratch.ts';
import { testDb, testEngine } from './testing/test-db.ts';

/** Blocks like a long transaction. */
function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** Minimum duration of each work. */
const WORK_MS = 20;

/** Writes its name, then takes WORK_MS; on PostgreSQL it waits in the database. */
const workOn = (db: Db, name: string) =>
  db.transaction(async (tx) => {
    await put(tx, name);
    if (tx.engine === 'sqlite') spin(WORK_MS);
    else await linger(tx, WORK_MS / 1000);
    return name;
  });

/** The same work as a request, by default of a client that stays connected. */
const requested = (db: Db, name: string, asker = new Asker()) => workOn(forRequest(db, asker), name);

async function ends(works: Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return one.value;
    expect(one.reason).toBeInstanceOf(ShedError);
    expect(databaseError(one.reason)).toEqual({ kind: 'busy' });
    return one.reason.message;
  });
}

const LINE = 'more requests wait to write than can be served in time';
const LATE = 'the turn of this request came too late';
const LEFT = 'the client hung up before its turn came';

/** One write connection, or one transaction per batch, so that turns can be counted. */
const oneByOne = (turnAfterMs: number) => testDb({ batchSize: 1, maxConnections: 3, turnAfterMs });
/** Number of requests that are never shed: the active one and the first few that wait. */
const ALWAYS = testEngine() === 'sqlite' ? 1 : 9;
const CROWD = ALWAYS + 7;
const many = (count: number) => Array.from({ length: count }, (_, place) => `r${place}`);

describe('the queue of requests that want to write', () => {
  raceTest(
    'a request is refused at once when the queue before it would take too long at the measured pace',
    async () => {
      const db = await oneByOne(10 * WORK_MS);
      await ends(many(4).map((name) => requested(db, name)));
      const told: string[] = [];
      const works = many(20).map((name) => requested(db, `second ${name}`));
      for (const work of works) work.catch(() => told.push('refused'));
      expect(engineOf(db).waitMs().write).toBeGreaterThan(5 * WORK_MS);
      await works[0];
      // They were refused before the first was done.
      expect(told.length).toBeGreaterThan(5);
      const all = await ends(works);
      expect(all.slice(0, ALWAYS)).toEqual(many(ALWAYS).map((name) => `second ${name}`));
      expect(all.at(-1)).toBe(LINE);
      const begun = (await names(db)).filter((name) => name.startsWith('second'));
      expect(begun.sort()).toEqual(all.filter((one) => one.startsWith('second')).sort());
      expect(engineOf(db).shed().line).toBe(told.length);
      expect(engineOf(db).waitMs()).toEqual({ read: 0, write: 0 });
    },
  );

  raceTest('a request whose turn comes too late is not begun', async () => {
    const db = await oneByOne(WORK_MS / 2);
    const all = await ends(many(CROWD).map((name) => requested(db, name)));
    expect(all).toEqual([...many(ALWAYS), ...Array(7).fill(LATE)]);
    expect(await names(db)).toEqual(many(ALWAYS));
    expect(engineOf(db).shed()).toEqual({ line: 0, late: 7, left: 0 });
  });

  raceTest('the work of a client that hung up before its turn is dropped', async () => {
    const db = await oneByOne(60_000);
    let hasLeft = false;
    const works = [
      requested(db, 'first'),
      requested(db, 'gone', new Asker(() => hasLeft)),
      requested(db, 'stays'),
    ];
    hasLeft = true;
    expect(await ends(works)).toEqual(['first', LEFT, 'stays']);
    expect(await names(db)).toEqual(['first', 'stays']);
  });

  raceTest('what runs after a shed request belongs to no transaction, and may begin its own', async () => {
    const db = await oneByOne(60_000);
    let hasLeft = false;
    const first = requested(db, 'first');
    const gone = requested(db, 'gone', new Asker(() => hasLeft));
    const after = gone.catch(() => workOn(db, 'after'));
    hasLeft = true;
    expect(await Promise.all([first, after, requested(db, 'stays')])).toEqual(['first', 'after', 'stays']);
    expect((await names(db)).sort()).toEqual(['after', 'first', 'stays']);
  });

  raceTest(
    'a request that has begun to write is completed, even if its client is gone and the queue is long',
    async () => {
      const db = await oneByOne(WORK_MS / 2);
      let hasLeft = false;
      const asker = new Asker(() => hasLeft);
      await requested(db, 'begun', asker);
      hasLeft = true;
      const crowd = ends(many(CROWD).map((name) => requested(db, name)));
      expect(await ends([requested(db, 'ended', asker)])).toEqual(['ended']);
      expect(await crowd).toContain(LATE);
    },
  );

  raceTest('a request whose first transaction was refused may still be shed at its next one', async () => {
    const db = await oneByOne(60_000);
    let hasLeft = false;
    const asker = new Asker(() => hasLeft);
    const refused = forRequest(db, asker).transaction(async () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    const first = requested(db, 'first');
    const second = requested(db, 'second', asker);
    hasLeft = true;
    expect(await ends([first, second])).toEqual(['first', LEFT]);
  });

  raceTest("the bank's own work is never shed, and gets turns while requests wait", async () => {
    const db = await oneByOne(60_000);
    const order: string[] = [];
    const note = (work: Promise<string>) => work.then((name) => order.push(name));
    const crowd = many(12).map((name) => note(requested(db, name)));
    const own = ['own 0', 'own 1'].map((name) => note(workOn(db, name)));
    await Promise.all([...crowd, ...own]);
    // Ahead of requests that were queued before it.
    expect(order.indexOf('own 1')).toBeLessThan(8);
    expect(order).toHaveLength(14);
  });

  raceTest("the bank's own work is never refused for a late turn or a full queue", async () => {
    const db = await oneByOne(1);
    expect(await ends(many(8).map((name) => workOn(db, name)))).toEqual(many(8));
  });

  test('a request reads and writes the same database', async () => {
    const db = await testDb();
    const own = forRequest(db, new Asker());
    await own.transaction((tx) => put(tx, 'a').then(() => {}));
    expect(await names(own)).toEqual(['a']);
    expect(engineOf(own)).toBe(engineOf(db));
    await expect(own.close()).rejects.toThrow('does not close');
  });
});

describe.runIf(testEngine() === 'sqlite')('requests in batches', () => {
  test("a quarter of each batch is reserved for the bank's own work while requests wait", async () => {
    const commits: number[] = [];
    const db = await testDb({ batchSize: 8, onCommit: (transactions) => commits.push(transactions) });
    const order: string[] = [];
    const note = (name: string, work: Promise<unknown>) => work.then(() => order.push(name));
    const putBy = (on: Db, name: string) =>
      note(
        name,
        on.transaction((tx) => put(tx, name)),
      );
    const asked = many(16).map((name) => putBy(forRequest(db, new Asker()), name));
    const own = many(6).map((name) => putBy(db, `own ${name}`));
    await Promise.all([...asked, ...own]);
    expect(commits).toEqual([8, 8, 6]);
    const ownIn = (from: number) =>
      order.slice(from, from + 8).filter((name) => name.startsWith('own')).length;
    expect([ownIn(0), ownIn(8), ownIn(16)]).toEqual([2, 2, 2]);
  });

  test('reads in the same turn of the event loop do not disturb a batch', async () => {
    const others = Promise.resolve();
    const db = await testDb({ betweenBatches: () => others });
    const reading = async () => {
      for (let read = 0; read < 50; read += 1) await names(db);
    };
    const work = db.transaction(async (tx) => {
      for (let row = 0; row < 20; row += 1) await put(tx, `row ${row}`);
    });
    await Promise.all([work, others.then(reading), reading()]);
    expect(await names(db)).toHaveLength(20);
  });

  test('a request that fits in the next batch is never refused, however slow the last ones were', async () => {
    const db = await testDb({ batchSize: 4, turnAfterMs: 1 });
    await Promise.all(many(4).map((name) => workOn(db, name)));
    const next = await ends(many(4).map((name) => requested(db, `next ${name}`)));
    expect(next).toEqual(many(4).map((name) => `next ${name}`));
  });

  test("each transaction waits its own time for another process's lock before it is BUSY", async () => {
    const db = await testDb({ busyAfterMs: 700 });
    const other = await openRaw(engineOf(db).url);
    const told: string[] = [];
    const write = (name: string) =>
      db
        .transaction((tx) => put(tx, name))
        .catch((error) => {
          expect(databaseError(error)).toEqual({ kind: 'busy' });
          told.push(name);
        });
    try {
      await other.run('BEGIN IMMEDIATE');
      const first = write('first');
      // Its batch has begun to wait for the lock.
      await new Promise((resolve) => setTimeout(resolve, 60));
      const second = write('second');
      await first;
      const third = write('third');
      await second;
      expect(told).toEqual(['first', 'second']);
      await other.run('COMMIT');
      await third;
    } finally {
      await other.close();
    }
    expect(told).toEqual(['first', 'second']);
    expect(await names(db)).toEqual(['third']);
  });

  test('a lock held by another process does not make requests late', async () => {
    const turnAfterMs = 600;
    const db = await testDb({ batchSize: 1, turnAfterMs });
    const other = await openRaw(engineOf(db).url);
    let freeAtMs = Number.POSITIVE_INFINITY;
    const tooEarly: string[] = [];
    try {
      await other.run('BEGIN IMMEDIATE');
      const works = ['a', 'b', 'c'].map(async (name) => {
        const work = forRequest(db, new Asker()).transaction((tx) => put(tx, name).then(() => name));
        // On a slow machine the lock may be free for long before the turn: then they are late.
        return work.finally(() => performance.now() - freeAtMs < turnAfterMs / 2 && tooEarly.push(name));
      });
      const ended = ends(works);
      await sleep(1.5 * turnAfterMs);
      freeAtMs = performance.now();
      await other.run('COMMIT');
      const late = (await ended).map((end, place) => (end === LATE ? 'abc'[place] : null));
      expect(late.filter((name) => name && tooEarly.includes(name))).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe.runIf(testEngine() === 'postgres')('locks on PostgreSQL', () => {
  test('the time spent waiting for a connection is deducted from the lock timeout of a transaction', async () => {
    const db = await testDb({ maxConnections: 1, busyAfterMs: 60_000 });
    const long = db.transaction(async (tx) => void (await linger(tx, 0.3)));
    const [row] = await db.transaction((tx) =>
      tx.select({ wait: sql<string>`current_setting('lock_timeout')` }).from(tx.tables.bankClock),
    );
    await long;
    expect(row?.wait).toMatch(/^\d+ms$/);
    expect(Number.parseInt(row?.wait ?? '', 10)).toBeLessThan(59_750);
  });
});
