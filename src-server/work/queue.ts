import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Tx } from '#db/db';

/**
 * Runs a conditional update in its own commit and returns its row, null if it changed none. The update's condition must
 * fail once the row is claimed.
 */
export const claim = <Row>(
  db: Pick<Db, 'transaction'>,
  update: (tx: Tx) => Promise<Row[]>,
): Promise<Row | null> => db.transaction(async (tx) => (await update(tx))[0] ?? null);

/** Work stored in a table. `due`: the next due items; `atOnce`: concurrency limit. */
export type Queue<Item> = {
  due: () => Promise<readonly Item[]>;
  work: (item: Item) => Promise<void>;
  atOnce: number;
};

/** Works until nothing is due or the worker stops. Safe in several processes: `work` claims its item. */
export async function drain<Item>(
  { due, work, atOnce }: Queue<Item>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (let items = await due(); items.length > 0 && !isStopping(); items = await due())
    for (let place = 0; place < items.length && !isStopping(); place += atOnce)
      await Promise.all(items.slice(place, place + atOnce).map(work));
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
    const done = await Promise.allSettled(items.slice(from, from + atOnce).map(work));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    await nextTurn();
  }
}

/** More are a fault of the database rather than of rows. */
const MOST_FAILURES = 20;

/** Some items failed, and all others are done. `cause`: the first error. */
export class SomeFailed extends Error {
  override readonly name = 'SomeFailed';
}

type Each<T> = {
  work: (item: T) => Promise<unknown>;
  failed: (item: T, error: unknown) => void;
  atOnce?: number;
};

/** As `fewAtOnce` for each batch, but an item that fails stops no other: throws SomeFailed at the end, or the error of the twentieth. */
export async function eachOfAll<T>(
  batches: AsyncIterable<readonly T[]>,
  { work, failed, atOnce }: Each<T>,
): Promise<void> {
  const errors: unknown[] = [];
  const tried = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      failed(item, error);
      if (errors.push(error) >= MOST_FAILURES) throw error;
    }
  };
  for await (const items of batches) await fewAtOnce(items, tried, atOnce);
  const [cause] = errors;
  if (cause !== undefined) throw new SomeFailed(`${errors.length} failed, the first: ${cause}`, { cause });
}
