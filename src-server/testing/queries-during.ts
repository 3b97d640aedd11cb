import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Bank } from '#server/kernel/context';

/**
 * How many queries and transactions of the bank `work` begins, and how many of them in one turn of the event loop at most. Those inside
 * transactions are not counted.
 */
export async function queriesDuring(
  { db }: Pick<Bank, 'db'>,
  work: () => Promise<unknown>,
): Promise<{ queries: number; mostAtOnce: number }> {
  const getters: { select: unknown; $count: unknown } = db;
  const asked = [
    vi.spyOn(getters, 'select', 'get'),
    vi.spyOn(getters, '$count', 'get'),
    vi.spyOn(db, 'prepared'),
    vi.spyOn(db, 'transaction'),
  ];
  const count = () => asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  let isOver = false;
  let mostAtOnce = 0;
  try {
    const done = work().finally(() => {
      isOver = true;
    });
    for (let before = 0; !isOver; before = count()) {
      await nextTurn();
      mostAtOnce = Math.max(mostAtOnce, count() - before);
    }
    await done;
    return { queries: count(), mostAtOnce };
  } finally {
    for (const one of asked) one.mockRestore();
  }
}
