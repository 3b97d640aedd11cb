import type { Tx } from '#db/db';
import type { Bank } from '#server/kernel/context';

const pending = new Map<string, Promise<void>>();

/** Writes outside the request, so that a read never waits for it. Of several concurrent requests only one writes. */
export function noteUse(
  { db, log }: Pick<Bank, 'db' | 'log'>,
  id: string,
  write: (tx: Tx) => Promise<unknown>,
): void {
  if (pending.has(id)) return;
  const written = db
    .transaction(write)
    .then(
      () => {},
      (error) => log.warn({ err: error }, 'the last use of a session or token was not written'),
    )
    .finally(() => pending.delete(id));
  pending.set(id, written);
}

/** Waits for pending notes before the database is closed. */
export async function usesWritten(): Promise<void> {
  await Promise.all(pending.values());
}
