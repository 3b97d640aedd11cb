import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import type { TestBank } from '#server/testing/test-bank';

const WAITING = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted
  AND pid IN (SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** PostgreSQL: holds an account's lock while `work` begins; ends its transaction once `waiters` sessions wait. */
export async function whileHeld<Value>(
  bank: TestBank,
  accountId: string,
  work: () => Promise<Value>,
  { waiters, before = '' }: { waiters: number; before?: string },
): Promise<Value> {
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  await raw.run(`BEGIN; SELECT id FROM accounts WHERE id = '${accountId}' FOR UPDATE; ${before}`);
  const [, value] = await Promise.all([
    expect
      .poll(() => raw.run(WAITING))
      .toEqual([{ n: waiters }])
      .finally(() => raw.run('COMMIT')),
    work(),
  ]);
  return value;
}
