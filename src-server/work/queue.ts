import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '#db/db';
import { isDatabaseFailing, isTooSlow } from '#db/error';
import { goOn, Stopped } from './stopping.ts';

/**
 * Runs a conditional update in its own commit and returns its row, null if it changed none. The update's condition must
 * fail once the row is claimed.
 */
export const claim = <Row>(
  db: Pick<Db, 'transaction'>,
  update: (tx: Tx) => Promise<Row[]>,
): Promise<Row | null> => db.transaction(async (tx) => (await update(tx))[0] ?? null);

/** Work stored in a table. `due`: the next due items; `keyOf`: names an item, itself if left out; `atOnce`: concurrency limit. */
export type Queue<Item> = {
  due: () => Promise<readonly Item[]>;
  keyOf?: (item: Item) => unknown;
  work: (item: Item) => Promise<void>;
  atOnce: number;
};

/** While slow items are under way, what else comes due is looked for so often. */
const AGAIN_MS = 500;
/** Then the caller's next turn goes on, though there is always something due: it also takes up what failed. */
const MOST_MS = 60_000;

/**
 * Works until nothing is due, the worker stops or a minute has passed, and begins the next item as soon as one ends: slow ones hold up only
 * what has no place beside them. After a failure no further item begins; the error is rethrown when those under way have ended. Safe in
 * several processes: `work` claims its item.
 */
export async function drain<Item>(
  { due, keyOf = (item) => item, work, atOnce }: Queue<Item>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const underWay = new Map<unknown, Promise<void>>();
  const errors: unknown[] = [];
  const overAtMs = performance.now() + MOST_MS;
  const isOver = () => errors.length > 0 || isStopping() || performance.now() > overAtMs;
  const begin = (key: unknown, item: Item) => {
    const ended = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => underWay.delete(key));
    underWay.set(key, ended);
  };
  try {
    while (!isOver()) {
      const items = (await due()).filter((item) => !underWay.has(keyOf(item)));
      if (items.length === 0 && underWay.size === 0) break;
      for (const item of items) {
        if (underWay.size >= atOnce) await Promise.race(underWay.values());
        if (isOver()) break;
        goOn();
        begin(keyOf(item), item);
      }
      await allOrPause([...underWay.values()]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  if (errors.length > 0) throw errors[0];
}

async function allOrPause(ends: readonly Promise<void>[]): Promise<void> {
  const waiting = new AbortController();
  const paused = sleep(AGAIN_MS, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([Promise.all(ends), paused]);
  waiting.abort();
}

/** Concurrency limit; bounds how long other requests wait. */
const AT_ONCE = 4;

/** At most `atOnce` at a time. After a failure no further batch starts; the error is rethrown when the batch has ended. */
export async function fewAtOnce<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) {
    goOn();
    const done = await Promise.allSettled(items.slice(from, from + atOnce).map(work));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    await nextTurn();
  }
}

/** One customer may have any number of rows that fail. */
const MOST_TOLD = 20;

/** Some items failed, and all others are done. `cause`: the first error. */
export class SomeFailed extends Error {
  override readonly name = 'SomeFailed';
}

/** More are a database that is slow for everybody. */
const MOST_SLOW = 20;

/** `failed`: told of the first 20. */
type Each<T> = {
  work: (item: T) => Promise<unknown>;
  failed: (item: T, error: unknown) => void;
  atOnce?: number;
};

/**
 * As `fewAtOnce` for each batch, but items that fail, however many, stop no other: throws SomeFailed at the end. Throws the error of a
 * database that fails, which would fail all, and of the twentieth statement that takes too long: fewer may be one customer's.
 */
export async function eachOfAll<T>(
  batches: AsyncIterable<readonly T[]>,
  { work, failed, atOnce }: Each<T>,
): Promise<void> {
  let count = 0;
  let slow = 0;
  let cause: unknown;
  const tried = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      if (isDatabaseFailing(error) && (!isTooSlow(error) || ++slow >= MOST_SLOW)) throw error;
      count += 1;
      if (count === 1) cause = error;
      if (count <= MOST_TOLD) failed(item, error);
    }
  };
  for await (const items of batches) await fewAtOnce(items, tried, atOnce);
  if (count > 0) throw new SomeFailed(`${count} failed, the first: ${cause}`, { cause });
}

/** As `eachOfAll`, of work that is cheaper together: a batch at once, and one that fails, which is told as null, item by item. */
export async function eachTogether<T>(
  batches: AsyncIterable<readonly T[]>,
  { work, failed }: { work: (items: readonly T[]) => Promise<unknown>; failed: Each<T | null>['failed'] },
): Promise<void> {
  async function* failing() {
    for await (const items of batches) {
      const error = await work(items).then(
        () => null,
        (thrown: unknown) => ({ thrown }),
      );
      if (error === null) continue;
      if (error.thrown instanceof Stopped) throw error.thrown;
      if (isDatabaseFailing(error.thrown) && !isTooSlow(error.thrown)) throw error.thrown;
      failed(null, error.thrown);
      yield items;
    }
  }
  await eachOfAll(failing(), { work: (item) => work([item]), failed, atOnce: 1 });
}
