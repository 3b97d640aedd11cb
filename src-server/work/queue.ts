import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Tx } from '#db/db';

/**
 * Takes the row that an update of what is due finds, or null when it finds none: of several processes that try, one has it. The
 * claim is committed before the work begins.
 */
export const claim = <Row>(
  db: Pick<Db, 'transaction'>,
  update: (tx: Tx) => Promise<Row[]>,
): Promise<Row | null> => db.transaction(async (tx) => (await update(tx))[0] ?? null);

/** Work that waits in a table. `due`: the first items that are due now; `atOnce`: how many are worked on at the same time. */
export type Queue<Item> = {
  due: () => Promise<readonly Item[]>;
  work: (item: Item) => Promise<void>;
  atOnce: number;
};

/** Works on what is due until nothing is, or the worker is stopping. Several processes may: `work` claims what it takes. */
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

/**
 * Does the work for all items, a few at a time; between them others have their turn. When one fails, those beside it are done, the
 * rest is not begun, and what it threw is thrown.
 */
export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const done = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    await nextTurn();
  }
}
