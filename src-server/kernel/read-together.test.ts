/** @module-tag postgres */
import { expect, test } from 'vitest';
import { put } from '#db/testing/scratch';
import { testDb } from '#db/testing/test-db';
import { anyOf, idList } from './any-of.ts';
import { readTogether } from './read-together.ts';

async function countedLookUps() {
  const db = await testDb();
  await db.transaction(async (tx) => {
    for (const bucket of ['a', 'b', 'c']) await put(tx, bucket);
  });
  const asked: (readonly string[])[] = [];
  const lookUp = readTogether(
    (on, keys) => {
      asked.push(keys);
      if (keys.includes('broken')) throw new Error('no answer');
      return on
        .prepared('test.buckets', (reader, { attempts }) =>
          reader
            .select({ bucket: attempts.bucket })
            .from(attempts)
            .where(anyOf(reader, attempts.bucket, 'keys')),
        )
        .execute({ keys: idList(on, keys) });
    },
    ({ bucket }) => bucket,
  );
  return { db, asked, lookUp };
}

test('look-ups of one turn get their own rows by one query', async () => {
  const { db, asked, lookUp } = await countedLookUps();
  const rows = await Promise.all(['a', 'missing', 'c', 'a'].map((key) => lookUp(db, key)));
  expect(rows.map((row) => row?.bucket)).toEqual(['a', undefined, 'c', 'a']);
  expect(asked).toEqual([['a', 'missing', 'c']]);
  expect((await lookUp(db, 'b'))?.bucket).toBe('b');
});

test('a look-up sees what was committed before it was asked', async () => {
  const { db, lookUp } = await countedLookUps();
  const before = lookUp(db, 'new');
  await db.transaction((tx) => put(tx, 'new'));
  expect((await lookUp(db, 'new'))?.bucket).toBe('new');
  await before;
});

test('a failed query rejects each look-up that waited for it, and no later one', async () => {
  const { db, lookUp } = await countedLookUps();
  const settled = await Promise.allSettled([lookUp(db, 'broken'), lookUp(db, 'broken')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await lookUp(db, 'a'))?.bucket).toBe('a');
});
