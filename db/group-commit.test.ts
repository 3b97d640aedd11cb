/** @module-tag postgres */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#db/db';
import { engineOf } from '#db/engine';
import { databaseError } from '#db/error';
import { openRaw } from './testing/raw.ts';
import { allSettled, names, put, putUnsealed, refusalOf } from './testing/scratch.ts';
import { testDb, testEngine } from './testing/test-db.ts';

const label = (index: number) => `job ${String(index).padStart(3, '0')}`;
const jobs = (count: number) =>
  Array.from({ length: count }, (_, index) => async (tx: Tx) => {
    await put(tx, label(index));
    return label(index);
  });

/** Records the transactions of each COMMIT. */
async function counted(options: { batchSize?: number; verify?: boolean } = {}) {
  const commits: number[] = [];
  const db = await testDb({ ...options, onCommit: (transactions) => commits.push(transactions) });
  return { db, commits };
}

describe.runIf(testEngine() === 'sqlite')('group commit', () => {
  test('transactions that wait together share a COMMIT, up to 64, in the order they came', async () => {
    const { db, commits } = await counted();
    const order: string[] = [];
    await Promise.all(jobs(70).map((job, index) => db.transaction(job).then(() => order.push(label(index)))));
    expect(commits).toEqual([64, 6]);
    expect(order).toEqual(Array.from({ length: 70 }, (_, index) => label(index)));
    expect(await names(db)).toHaveLength(70);
  });

  test('a refused transaction undoes nothing of the others in its batch', async () => {
    const { db, commits } = await counted();
    const works = jobs(9).map((job, index) => async (tx: Tx) => {
      await job(tx);
      if (index % 3 === 1) throw new Error(`no ${index}`);
      if (index % 3 === 2) await put(tx, label(index));
      return 'done';
    });
    const outcomes = await allSettled(db, works);
    expect(outcomes.map((outcome) => outcome === 'done')).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(commits).toEqual([3]);
    expect(await names(db)).toEqual([label(0), label(3), label(6)]);
  });

  test('a transaction sees what earlier ones in its batch wrote', async () => {
    const { db } = await counted();
    const seen = await Promise.all(
      jobs(4).map((job) =>
        db.transaction(async (tx) => {
          await job(tx);
          return (await names(tx)).length;
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  test('no transaction of a batch is answered before the COMMIT', async () => {
    const { db, commits } = await counted();
    const commitsWhenAnswered = await Promise.all(
      jobs(3).map((job) => db.transaction(job).then(() => commits.length)),
    );
    expect(commitsWhenAnswered).toEqual([1, 1, 1]);
  });

  test("when a batch's COMMIT fails, its transactions run again one by one and only the faulty one is refused", async () => {
    const { db, commits } = await counted();
    const runs = new Map<number, number>();
    const works = jobs(5).map((job, index) => async (tx: Tx) => {
      runs.set(index, (runs.get(index) ?? 0) + 1);
      await job(tx);
      if (index === 2) await putUnsealed(tx);
      return 'done';
    });
    const outcomes = await allSettled(db, works);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(4);
    expect(outcomes[2]).toMatch(/FOREIGN KEY constraint failed/);
    expect([...runs.values()]).toEqual([2, 2, 2, 2, 2]);
    expect(commits).toEqual([1, 1, 1, 1]);
    expect(await names(db)).toEqual([0, 1, 3, 4].map(label));
  });

  test('a transaction refused because of a batch neighbour is tried again when that neighbour fails', async () => {
    const { db } = await counted();
    const outcomes = await allSettled(db, [
      async (tx) => {
        await put(tx, 'wanted');
        await putUnsealed(tx);
      },
      async (tx) => {
        await put(tx, 'wanted');
        return 'done';
      },
    ]);
    expect(outcomes[0]).toMatch(/FOREIGN KEY/);
    expect(outcomes[1]).toBe('done');
    expect(await names(db)).toEqual(['wanted']);
  });

  test('a transaction that waited too long is not run again when its batch fails', async () => {
    const { db } = await counted();
    let runs = 0;
    const outcomes = await allSettled(db, [
      async () => {
        runs += 1;
        await sleep(1);
      },
      async (tx) => void (await putUnsealed(tx)),
    ]);
    expect(outcomes[0]).toMatch(/must wait for nothing/);
    expect(runs).toBe(1);
  });

  test('the event loop turns between two batches', async () => {
    const { db, commits } = await counted({ batchSize: 2 });
    const seen: number[] = [];
    const watching = (async () => {
      while (commits.length < 5) {
        seen.push(commits.length);
        await nextTurn();
      }
    })();
    await Promise.all(jobs(10).map((job) => db.transaction(job)));
    await watching;
    expect(new Set(seen).size).toBeGreaterThanOrEqual(5);
  });

  test('a transaction waits without blocking while another process writes, and is BUSY when that takes too long', async () => {
    const db = await testDb({ busyAfterMs: 400 });
    const other = await openRaw(engineOf(db).url);
    try {
      await other.run('BEGIN IMMEDIATE');
      const waiting = db.transaction((tx) => put(tx, 'waited').then(() => {}));
      await sleep(150);
      await other.run('COMMIT');
      await waiting;
      await other.run('BEGIN IMMEDIATE');
      const error: unknown = await db
        .transaction((tx) => put(tx, 'never').then(() => {}))
        .catch((thrown) => thrown);
      expect(databaseError(error)).toEqual({ kind: 'busy' });
      await other.run('COMMIT');
    } finally {
      await other.close();
    }
    expect(await names(db)).toEqual(['waited']);
  });

  test('closing the database finishes the queue and refuses later transactions', async () => {
    const { db, commits } = await counted({ verify: false });
    const work = Promise.all(jobs(80).map((job) => db.transaction(job)));
    const closing = db.close();
    expect(await refusalOf(db.transaction(async () => {}))).toMatch(/closed/);
    await work;
    await closing;
    expect(commits).toEqual([64, 16]);
  });
});
