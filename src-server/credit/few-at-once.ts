import { setImmediate as nextTurn } from 'node:timers/promises';

/** Under way at a time: they share a COMMIT, and whoever asks meanwhile waits for no more than these. */
const AT_ONCE = 8;

/** Does the work for all, a few at a time; between them connections are served. Throws what the first failing one throws. */
export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
    await nextTurn();
  }
}
