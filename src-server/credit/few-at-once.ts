import { setImmediate as nextTurn } from 'node:timers/promises';

/** Under way at a time: they share a COMMIT, and whoever asks meanwhile waits for no more than these. */
const AT_ONCE = 4;

/**
 * Does the work for all, a few at a time; between them connections are served. When one fails, those beside it are done, the
 * rest is not begun, and what it threw is thrown.
 */
export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const done = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    await nextTurn();
  }
}
