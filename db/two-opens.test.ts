/** @module-tag postgres */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { proofScale } from './testing/proof-scale.ts';
import { raceTest } from './testing/race-test.ts';
import { names, put } from './testing/scratch.ts';
import { testDb } from './testing/test-db.ts';

/** Longer than thousands of transactions wait for connections. */
const IN_LINE_MS = 170_000;

/** Reads the count, then writes it plus one: loses updates unless transactions exclude each other. */
const increment = (db: Db) =>
  db.transaction(async (tx) => {
    const { attempts } = tx.tables;
    const query = tx.select().from(attempts).where(eq(attempts.bucket, 'counter'));
    const [row] = await (tx.engine === 'postgres' ? query.for('update') : query);
    await tx
      .update(attempts)
      .set({ count: (row?.count ?? 0) + 1 })
      .where(eq(attempts.bucket, 'counter'));
  });

raceTest(
  'two open databases on one file or server race without losing a write',
  async () => {
    const one = await testDb({ busyAfterMs: IN_LINE_MS });
    const two = await open(engineOf(one).url, { busyAfterMs: IN_LINE_MS });
    const rounds = proofScale(2_000);
    await one.transaction((tx) => put(tx, 'counter', 0).then(() => {}));
    await Promise.all(Array.from({ length: rounds * 2 }, (_, index) => increment(index % 2 ? one : two)));
    const [row] = await one.select().from(one.tables.attempts);
    expect(row?.count).toBe(rounds * 2);
    await two.close();
  },
  { tags: ['scaled'] },
);

raceTest('one open database reads what the other has just committed', async () => {
  const one = await testDb();
  const two = await open(engineOf(one).url);
  const query = two.prepared('test.count', (on, { attempts }) =>
    on.select({ rows: sql<number>`cast(count(*) as integer)` }).from(attempts),
  );
  for (let row = 1; row <= 20; row += 1) {
    await one.transaction((tx) => put(tx, `row ${row}`).then(() => {}));
    expect(await query.execute()).toEqual([{ rows: row }]);
  }
  expect(await names(two)).toHaveLength(20);
  await two.close();
});
