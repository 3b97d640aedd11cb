/** @module-tag postgres */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Db, GroupWork } from '#db/db';
import { engineOf } from '#db/engine';
import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
import { openRaw } from './testing/raw.ts';
import { linger, names, put, putUnsealed, refusalOf } from './testing/scratch.ts';
import { testDb, testEngine } from './testing/test-db.ts';

type Item = 'kept' | 'refused' | 'unsealed' | 'thrown';
type Named = { name: string; does: Item };

let groups: number[] = [];

const work: GroupWork<Named, string> = async (tx, items) => {
  groups.push(items.length);
  if (items.some(({ does }) => does === 'thrown')) throw new Error('the group fails');
  const outcomes = items.map(({ name, does }) =>
    does === 'refused'
      ? { ok: false as const, error: new Error(`no ${name}`) }
      : { ok: true as const, value: name },
  );
  for (const { name, does } of items) {
    if (does !== 'refused') await put(tx, name);
    if (does === 'unsealed') await putUnsealed(tx);
  }
  return outcomes;
};

async function askAll(db: Db, asked: Item[]): Promise<string[]> {
  groups = [];
  const settled = await Promise.allSettled(
    asked.map((does, place) => db.grouped(work, { name: `item ${place}`, does })),
  );
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
}

test('items that wait together are one transaction, and each gets its own outcome', async () => {
  const db = await testDb();
  expect(await askAll(db, ['kept', 'refused', 'kept'])).toEqual(['item 0', 'failed', 'item 2']);
  expect(groups).toEqual([3]);
  expect(await names(db)).toEqual(['item 0', 'item 2']);
});

test('at most 64 items are one group', async () => {
  const db = await testDb();
  await askAll(
    db,
    Array.from({ length: 70 }, () => 'kept'),
  );
  expect(groups).toEqual([64, 6]);
  expect(await names(db)).toHaveLength(70);
});

test.each<Item>(['thrown', 'unsealed'])(
  'when a group fails (%s), each item runs alone and only the faulty one fails',
  async (fault) => {
    const db = await testDb({ verify: false });
    expect(await askAll(db, ['kept', fault, 'kept'])).toEqual(['item 0', 'failed', 'item 2']);
    // PostgreSQL tries each half before.
    expect([groups[0], groups.filter((size) => size === 1)]).toEqual([3, [1, 1, 1]]);
    expect(await names(db)).toEqual(['item 0', 'item 2']);
    expect(engineOf(db).triedAgain()).toBeGreaterThan(0);
  },
);

test('items of a group and other transactions wait together and do not disturb one another', async () => {
  const db = await testDb();
  const refused = db.transaction(async (tx) => {
    await put(tx, 'undone');
    throw new Error('no');
  });
  const settled = await Promise.allSettled([
    db.transaction((tx) => put(tx, 'before')),
    db.grouped(work, { name: 'item', does: 'kept' }),
    refused,
    db.transaction((tx) => put(tx, 'after')),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await names(db)).toEqual(['after', 'before', 'item']);
});

test('the item of a client that hung up is not run', async () => {
  const db = await testDb();
  const left = forRequest(db, new Asker(() => true));
  expect(await refusalOf(left.grouped(work, { name: 'left', does: 'kept' }))).toMatch(/hung up/);
  expect(await names(db)).toEqual([]);
});

const slow: GroupWork<number, number> = async (tx, items) => {
  await linger(tx, 1);
  return items.map((value) => ({ ok: true, value }));
};

describe.runIf(testEngine() === 'postgres')('on PostgreSQL', () => {
  test('clients that ask again soon after their answer share groups of a similar size', async () => {
    const db = await testDb();
    const sizes: number[] = [];
    const brief: GroupWork<number, number> = async (tx, items) => {
      sizes.push(items.length);
      // Long beside the delays of a busy machine.
      await linger(tx, 0.1);
      return items.map((value) => ({ ok: true, value }));
    };
    const client = async (place: number) => {
      for (let turn = 0; turn < 12; turn += 1) {
        await db.grouped(brief, place);
        await sleep(place % 8);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, place) => client(place)));
    const usual = sizes.slice(4, -4);
    expect(usual.filter((size) => size <= 2).length / usual.length).toBeLessThan(0.2);
  });

  test('what waits beyond the next batch while a group takes too long is refused before its turn', async () => {
    const db = await testDb({ turnAfterMs: 50, busyAfterMs: 60_000, batchSize: 1 });
    const first = db.grouped(slow, 1);
    await expect.poll(() => engineOf(db).waiting()).toBe(0);
    const ask = (value: number) => forRequest(db, new Asker()).grouped(slow, value);
    const next = ask(2);
    let isFirstDone = false;
    void first.then(() => (isFirstDone = true));
    expect(await refusalOf(ask(3))).toMatch(/came too late/);
    expect(isFirstDone).toBe(false);
    expect(await Promise.all([first, next])).toEqual([1, 2]);
  });

  test('a request that has committed before is not refused because its group takes long', async () => {
    // Enough for the commit on a busy machine, and less than the group takes.
    const db = await testDb({ turnAfterMs: 700, busyAfterMs: 60_000, batchSize: 1 });
    const first = db.grouped(slow, 1);
    await expect.poll(() => engineOf(db).waiting()).toBe(0);
    const asked = [forRequest(db, new Asker()), forRequest(db, new Asker())];
    const waiting = asked.map((one, place) => one.grouped(slow, place));
    await asked[1]?.transaction((tx) => put(tx, 'begun'));
    expect(await Promise.all([first, ...waiting])).toEqual([1, 0, 1]);
  });

  test('a row that another session has locked stops only the item that needs it', async () => {
    const db = await testDb({ groupLockMs: 100, busyAfterMs: 60_000 });
    await db.transaction((tx) => put(tx, 'locked', 0));
    const raw = await openRaw(engineOf(db).url);
    onTestFinished(() => raw.close());
    await raw.run("BEGIN; UPDATE attempts SET count = 9 WHERE bucket = 'locked'");
    const add: GroupWork<string, string> = async (tx, items) => {
      const rows = items.map((bucket) => ({
        bucket,
        count: 1,
        windowStartedAt: new Date(0),
        blockedUntil: null,
      }));
      await tx.insertRows(tx.tables.attempts, rows, {
        conflict: 'on conflict (bucket) do update set count = attempts.count + 1',
      });
      return items.map((value) => ({ ok: true, value }));
    };
    const locked = db.grouped(add, 'locked');
    expect(await Promise.all(['a', 'b', 'c'].map((name) => db.grouped(add, name)))).toEqual(['a', 'b', 'c']);
    expect(await db.grouped(add, 'later')).toBe('later');
    await raw.run('ROLLBACK');
    expect(await locked).toBe('locked');
  });

  test('rows are inserted with whatever conflict clause, over one connection', async () => {
    const db = await testDb({ maxConnections: 1 });
    const insert = (count: number) =>
      db.transaction((tx) =>
        tx.insertRows(
          tx.tables.attempts,
          [{ bucket: 'x', count: 1, windowStartedAt: new Date(0), blockedUntil: null }],
          { conflict: `on conflict (bucket) do update set count = ${count}`, returning: ['count'] },
        ),
      );
    expect([await insert(2), await insert(2), await insert(3)]).toEqual([
      [{ count: 1 }],
      [{ count: 2 }],
      [{ count: 3 }],
    ]);
  });
});
