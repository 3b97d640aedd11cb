import type { Tx } from '#db/db';
import type { Bank } from '#server/kernel/context';

const underWay = new Map<string, Promise<void>>();

/**
 * Writes down that a session or token (`id`) was used, beside the request that used it: reading needs no turn to write, and
 * goes on when nothing can be written. Of several requests at once one writes.
 */
export function noteUse(
  { db, log }: Pick<Bank, 'db' | 'log'>,
  id: string,
  write: (tx: Tx) => Promise<unknown>,
): void {
  if (underWay.has(id)) return;
  const written = db
    .transaction(write)
    .then(
      () => {},
      (error) => log.warn({ err: error }, 'the last use of a session or token was not written'),
    )
    .finally(() => underWay.delete(id));
  underWay.set(id, written);
}

/** When every use that was to be written is written, or was given up: before the database is closed. */
export async function usesWritten(): Promise<void> {
  await Promise.all(underWay.values());
}
