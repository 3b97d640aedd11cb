/** @module-tag postgres */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#db/db';
import { databaseError } from '#db/error';
import { engineOf } from './engine.ts';
import { raceTest } from './testing/race-test.ts';
import { openRaw } from './testing/raw.ts';
import { allSettled, linger, names, put, putUnsealed, refusalOf } from './testing/scratch.ts';
import { testDb, testEngine } from './testing/test-db.ts';

const BANK = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

const bump = (tx: Tx, bucket: string) =>
  tx
    .update(tx.tables.attempts)
    .set({ count: sql`${tx.tables.attempts.count} + 1` })
    .where(eq(tx.tables.attempts.bucket, bucket));

async function postUnlocked(tx: Tx, id: string): Promise<void> {
  const { entries, transactions } = tx.tables;
  const createdAt = new Date('2026-11-20T12:00:00.000Z');
  for (const [accountId, amountCents] of [
    [BANK, -5],
    [OTHER, 5],
  ] as const) {
    const own = await tx.select().from(entries).where(eq(entries.accountId, accountId));
    await linger(tx, 0.02);
    const seq = own.length + 1;
    const credits = Math.max(amountCents, 0) * seq;
    await tx.insert(entries).values({
      accountId,
      seq,
      transactionId: id,
      amountCents,
      balanceAfterCents: amountCents * seq,
      creditsAfterCents: credits,
      createdAt,
    });
  }
  await tx.insert(transactions).values({ id, type: 'transfer', amountCents: 5, description: id, createdAt });
}

describe.runIf(testEngine() === 'postgres')('PostgreSQL', () => {
  raceTest('two deadlocked transactions both succeed, one on a second try', async () => {
    const db = await testDb();
    await db.transaction(async (tx) => {
      await put(tx, 'a', 0);
      await put(tx, 'b', 0);
    });
    const crossing = (first: string, second: string) => async (tx: Tx) => {
      await bump(tx, first);
      await linger(tx, 0.1);
      await bump(tx, second);
      return 'done';
    };
    expect(await allSettled(db, [crossing('a', 'b'), crossing('b', 'a')])).toEqual(['done', 'done']);
    const rows = await db.select({ count: db.tables.attempts.count }).from(db.tables.attempts);
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
  });

  test('of statements sent together the one that failed is reported, not those that it kept from running', async () => {
    const db = await testDb();
    await db.transaction((tx) => put(tx, 'taken'));
    const row = { bucket: 'other', count: 1, windowStartedAt: new Date(0), blockedUntil: null };
    const failing = db.transaction((tx) =>
      // The second rejects first: its promise is nested less deeply.
      Promise.all([put(tx, 'taken'), tx.insertRows(tx.tables.attempts, [row])]),
    );
    const error = await failing.catch((reason: unknown) => reason);
    expect(databaseError(error)).toMatchObject({ kind: 'unique', table: 'attempts' });
  });

  raceTest('transactions that write the same next entry of an account are tried again', async () => {
    const db = await testDb();
    const works = ['a', 'b', 'c'].map((id) => async (tx: Tx) => {
      await postUnlocked(tx, id);
      return 'done';
    });
    expect(await allSettled(db, works)).toEqual(['done', 'done', 'done']);
    const { entries } = db.tables;
    const rows = await db.select().from(entries).where(eq(entries.accountId, BANK)).orderBy(entries.seq);
    expect(rows.map(({ seq, balanceAfterCents }) => [seq, balanceAfterCents])).toEqual([
      [1, -5],
      [2, -10],
      [3, -15],
    ]);
  });

  test('entries without a transaction row do not commit', async () => {
    const db = await testDb();
    const unsealed = db.transaction(async (tx) => {
      await put(tx, 'with it');
      await putUnsealed(tx);
    });
    expect(await refusalOf(unsealed)).toMatch(/violates foreign key constraint/);
    expect(await names(db)).toEqual([]);
  });

  test('a failed statement that was not awaited makes the COMMIT fail instead of a silent ROLLBACK', async () => {
    const db = await testDb();
    await db.transaction((tx) => put(tx, 'a').then(() => {}));
    const work = db.transaction(async (tx) => {
      await put(tx, 'b');
      put(tx, 'a').catch(() => {});
    });
    expect(await refusalOf(work)).toMatch(/nothing was committed/);
    expect(await names(db)).toEqual(['a']);
  });

  test('a connection works again after each kind of failed transaction', async () => {
    const db = await testDb({ maxConnections: 1 });
    await refusalOf(db.transaction(() => new Promise(() => {})));
    await refusalOf(db.transaction(() => Promise.reject(new Error('no'))));
    await refusalOf(
      db.transaction(async (tx) => void (await tx.select({ x: sql`1/0` }).from(tx.tables.bankClock))),
    );
    await refusalOf(db.transaction(async (tx) => void (await putUnsealed(tx))));
    await db.transaction((tx) => put(tx, 'a').then(() => {}));
    expect(await names(db)).toEqual(['a']);
  });

  test('a transaction is BUSY when no connection is free in time', async () => {
    // It is also the time to connect in, on a busy machine.
    const db = await testDb({ maxConnections: 1, busyAfterMs: 2_000 });
    await names(db);
    const long = db.transaction(async (tx) => void (await linger(tx, 5)));
    const error: unknown = await db.transaction(async () => {}).catch((thrown) => thrown);
    expect(databaseError(error)).toEqual({ kind: 'busy' });
    await long;
  });

  raceTest('a transaction is BUSY when a lock is not free in time', async () => {
    const db = await testDb({ busyAfterMs: 1_000 });
    await db.transaction((tx) => put(tx, 'a').then(() => {}));
    const other = await openRaw(engineOf(db).url);
    try {
      await other.run("BEGIN; UPDATE attempts SET count = 2 WHERE bucket = 'a'");
      const error: unknown = await db.transaction((tx) => bump(tx, 'a')).catch((thrown) => thrown);
      expect(databaseError(error)).toEqual({ kind: 'busy' });
    } finally {
      await other.close();
    }
  });

  test('queries prefer indexes to whole tables, run in one process each and are not compiled', async () => {
    const db = await testDb();
    const setting = (name: string) => sql<string>`current_setting(${name})`;
    const asked = {
      random: setting('random_page_cost'),
      jit: setting('jit'),
      workers: setting('max_parallel_workers_per_gather'),
    };
    expect(await db.select(asked).from(db.tables.bankClock)).toEqual([
      { random: '1.1', jit: 'off', workers: '0' },
    ]);
  });

  test('a prepared query of a transaction runs inside it', async () => {
    const db = await testDb({ maxConnections: 2 });
    const work = db.transaction(async (tx) => {
      await tx
        .prepared('test.inside', (on, { attempts }) =>
          on
            .insert(attempts)
            .values({ bucket: sql.placeholder('bucket'), count: 1, windowStartedAt: new Date(0) }),
        )
        .execute({ bucket: 'undone' });
      throw new Error('no');
    });
    expect(await refusalOf(work)).toBe('no');
    expect(await names(db)).toEqual([]);
  });
});
