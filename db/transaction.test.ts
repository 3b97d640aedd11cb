/** @module-tag postgres */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { engineOf } from '#db/engine';
import { databaseError } from '#db/error';
import { raceTest } from './testing/race-test.ts';
import { openRaw } from './testing/raw.ts';
import { allSettled, names, put, refusalOf } from './testing/scratch.ts';
import { testDb } from './testing/test-db.ts';

describe('a transaction', () => {
  test('a transaction returns its result, and its rows can be read once it resolves', async () => {
    const db = await testDb();
    const answer = await db.transaction(async (tx) => {
      await put(tx, 'a');
      expect(await names(tx)).toEqual(['a']);
      expect(await names(tx)).toEqual(['a']);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await names(db)).toEqual(['a']);
  });

  test('a transaction throws what its work throws and undoes its rows', async () => {
    const db = await testDb();
    const error = new Error('no');
    const refused = db.transaction(async (tx) => {
      await put(tx, 'a');
      throw error;
    });
    await expect(refused).rejects.toBe(error);
    const thrownAtOnce = db.transaction(() => {
      throw error;
    });
    await expect(thrownAtOnce).rejects.toBe(error);
    expect(await names(db)).toEqual([]);
  });

  test('a transaction may await many statements, one by one or together', async () => {
    const db = await testDb();
    await db.transaction(async (tx) => {
      for (let row = 0; row < 50; row += 1) await put(tx, `row ${row}`);
      const counts = await Promise.all([
        tx.$count(tx.tables.attempts),
        tx.$count(tx.tables.attempts, eq(tx.tables.attempts.bucket, 'row 7')),
        tx.select({ one: sql<number>`1` }).from(tx.tables.bankClock),
      ]);
      expect(counts).toEqual([50, 1, [{ one: 1 }]]);
    });
  });

  raceTest("a transaction's rows are not seen by others before it commits", async () => {
    const db = await testDb();
    const other = await openRaw(engineOf(db).url);
    let isWritten: () => void = () => {};
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    let seen: unknown[] | undefined;
    const work = db.transaction(async (tx) => {
      await put(tx, 'a');
      isWritten();
      while (!seen) await names(tx);
      return names(tx);
    });
    await written;
    seen = await other.run('SELECT bucket FROM attempts');
    expect(seen).toEqual([]);
    expect(await work).toEqual(['a']);
    expect(await other.run('SELECT bucket FROM attempts')).toEqual([{ bucket: 'a' }]);
    await other.close();
  });

  test('a transaction with a failed statement writes nothing, even if its work went on', async () => {
    const db = await testDb();
    const goesOn = db.transaction(async (tx) => {
      await put(tx, 'a');
      await put(tx, 'a').catch(() => {});
    });
    expect(await refusalOf(goesOn)).toMatch(/a statement of this transaction failed and its work went on/);
    const writesOn = db.transaction(async (tx) => {
      await put(tx, 'b');
      await put(tx, 'b').catch(() => {});
      await put(tx, 'c');
    });
    expect(await refusalOf(writesOn)).toMatch(/a statement of this transaction has failed/);
    expect(await names(db)).toEqual([]);
  });

  test('database errors for a duplicate key and a guard are the same on both engines', async () => {
    const db = await testDb();
    await db.transaction((tx) => put(tx, 'a').then(() => {}));
    const error: unknown = await db
      .transaction((tx) => put(tx, 'a').then(() => {}))
      .catch((thrown) => thrown);
    expect(databaseError(error)).toEqual({ kind: 'unique', table: 'attempts', columns: ['bucket'] });
    const clock: unknown = await db
      .transaction(async (tx) => void (await tx.update(tx.tables.bankClock).set({ offsetDays: -1 })))
      .catch((thrown) => thrown);
    expect(databaseError(clock)).toEqual({ kind: 'guard', message: 'clock.backwards' });
    expect(databaseError(new Error('other'))).toBe(null);
  });
});

describe('nesting', () => {
  test('a nested transaction is refused with the hint to pass the tx', async () => {
    const db = await testDb();
    const nested = db.transaction(async (tx) => {
      await put(tx, 'outer');
      await db.transaction((inner) => put(inner, 'inner').then(() => {}));
    });
    expect(await refusalOf(nested)).toMatch(/transactions do not nest: pass the tx/);
    expect(await names(db)).toEqual([]);
  });

  test('reading through db inside a transaction is refused', async () => {
    const db = await testDb();
    const reading = db.transaction(async () => names(db));
    expect(await refusalOf(reading)).toMatch(/read through its tx/);
    const query = db.prepared('test.all', (on, { attempts }) => on.select().from(attempts));
    expect(await query.execute()).toEqual([]);
    expect(await refusalOf(db.transaction(async () => query.execute()))).toMatch(/read through its tx/);
  });

  test('a concurrent or later transaction is not mistaken for a nested one', async () => {
    const db = await testDb();
    expect(
      await allSettled(db, [
        async (tx) => void (await put(tx, 'a')),
        async (tx) => void (await put(tx, 'b')),
      ]),
    ).toEqual(['undefined', 'undefined']);
    await db
      .transaction((tx) => put(tx, 'c').then(() => {}))
      .then(() => db.transaction((tx) => put(tx, 'd').then(() => {})));
    expect(await names(db)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a transaction that waits for something other than the database', () => {
  const server = createServer((_, response) => response.end('ok'));
  const fetchLocal = async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    try {
      await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    } finally {
      server.close();
    }
  };
  const waits: [name: string, wait: () => Promise<unknown>][] = [
    ['a timer of 0 ms', () => sleep(0)],
    ['a timer', () => sleep(20)],
    ['the next turn of the event loop', () => nextTurn()],
    ['a file', () => readFile(import.meta.filename)],
    ['the network', fetchLocal],
    ['a promise that never settles', () => new Promise(() => {})],
  ];

  test.each(waits)(
    'a transaction that waits for %s is refused, and others of its batch are not',
    async (_, wait) => {
      const db = await testDb();
      const outcomes = await allSettled(db, [
        async (tx) => void (await put(tx, 'before')),
        async (tx) => {
          await put(tx, 'waiting');
          await wait();
        },
        async (tx) => void (await put(tx, 'after')),
      ]);
      expect(outcomes[1]).toMatch(/refused: a transaction must wait for nothing but the database/);
      expect([outcomes[0], outcomes[2]]).toEqual(['undefined', 'undefined']);
      expect(await names(db)).toEqual(['after', 'before']);
    },
  );

  test('a transaction that waits before its first statement is refused too', async () => {
    const db = await testDb();
    expect(await refusalOf(db.transaction(() => sleep(5)))).toMatch(/must wait for nothing but the database/);
  });
});

describe('a transaction that has ended', () => {
  test('an ended transaction neither writes nor reads, whatever reference to it was kept', async () => {
    const db = await testDb();
    const late: string[] = [];
    let finished: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      finished = resolve;
    });
    const work = db.transaction(async (tx) => {
      const begun = put(tx, 'begun');
      const query = tx.prepared('test.put', (on, { attempts }) =>
        on
          .insert(attempts)
          .values({ bucket: sql.placeholder('bucket'), count: 1, windowStartedAt: new Date(0) }),
      );
      await put(tx, 'in time');
      await sleep(10);
      for (const use of [
        () => begun,
        () => query.execute({ bucket: 'prepared' }),
        async () => put(tx, 'new'),
        async () => names(tx),
        async () => tx.$count(tx.tables.attempts),
      ]) {
        late.push(await refusalOf(Promise.resolve().then(use)));
      }
      finished();
    });
    // Other transactions are running when the ended one is used.
    const neighbours = Array.from({ length: 40 }, (_, index) =>
      sleep(index).then(() => db.transaction((tx) => put(tx, `neighbour ${index}`).then(() => {}))),
    );
    expect(await refusalOf(work)).toMatch(/must wait for nothing/);
    await done;
    await Promise.all(neighbours);
    expect(late).toHaveLength(5);
    for (const text of late) expect(text).toMatch(/tx is dead/);
    expect(await names(db)).toEqual(neighbours.map((_, index) => `neighbour ${index}`).sort());
  });

  test('an ended transaction cannot write into the next transaction', async () => {
    const db = await testDb();
    const stolen = await db.transaction(async (tx) => ({ tx }));
    const thief = db.transaction(async () => void (await put(stolen.tx, 'stolen')));
    expect(await refusalOf(thief)).toMatch(/tx is dead/);
    expect(await names(db)).toEqual([]);
  });
});

test('a write outside a transaction is refused', async () => {
  const db = await testDb();
  const { attempts } = db.tables;
  const all = db.$with('everything').as(db.select({ bucket: attempts.bucket }).from(attempts));
  const writing = db
    .with(all)
    .insert(attempts)
    .values({ bucket: 'x', count: 1, windowStartedAt: new Date(0) });
  expect(await refusalOf(Promise.resolve(writing))).toMatch(/read-?only/);
  const query = db.prepared('test.sneak', (_, tables) =>
    db
      .with(all)
      .insert(tables.attempts)
      .values({ bucket: 'y', count: 1, windowStartedAt: new Date(0) }),
  );
  expect(await refusalOf(query.execute())).toMatch(/read-?only/);
  expect(await names(db)).toEqual([]);
});
