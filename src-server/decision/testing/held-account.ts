import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { LOCK_WAITS } from '#db/testing/lock-waits';
import { openRaw } from '#db/testing/raw';
import type { TestBank } from '#server/testing/test-bank';

/** PostgreSQL: each work begins once the ones before it wait for the account's lock, which is released after the last. */
export async function whileHeld<Value>(
  bank: TestBank,
  accountId: string,
  works: readonly (() => Promise<Value>)[],
  before = '',
): Promise<Value[]> {
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  await raw.run(`BEGIN; SELECT id FROM accounts WHERE id = '${accountId}' FOR UPDATE; ${before}`);
  const begun: Promise<Value>[] = [];
  try {
    for (const work of works) {
      begun.push(work());
      await expect.poll(() => raw.run(LOCK_WAITS)).toEqual([{ n: begun.length }]);
    }
  } finally {
    await raw.run('COMMIT');
  }
  return Promise.all(begun);
}
