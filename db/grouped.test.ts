/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Db, GroupWork } from '#db/db';
import { engineOf } from '#db/engine';
import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
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
    expect(groups).toEqual([3, 1, 1, 1]);
    expect(await names(db)).toEqual(['item 0', 'item 2']);
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

test.runIf(testEngine() === 'postgres')(
  'what waits for a group that takes too long is refused before its turn',
  async () => {
    const db = await testDb({ turnAfterMs: 50, busyAfterMs: 60_000 });
    const slow: GroupWork<number, number> = async (tx, items) => {
      await linger(tx, 2);
      return items.map((value) => ({ ok: true, value }));
    };
    const first = db.grouped(slow, 1);
    const asked = forRequest(db, new Asker());
    await expect.poll(() => engineOf(db).waiting()).toBe(0);
    const startedAtMs = performance.now();
    expect(await refusalOf(asked.grouped(slow, 2))).toMatch(/came too late/);
    expect(performance.now() - startedAtMs).toBeLessThan(1_500);
    expect(await first).toBe(1);
  },
);
