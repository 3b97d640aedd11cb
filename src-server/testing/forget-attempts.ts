import type { TestBank } from './test-bank.ts';

/** As if nobody had asked for anything yet. */
export async function forgetAttempts({ db }: TestBank): Promise<void> {
  await db.transaction((tx) => tx.delete(tx.tables.attempts));
}
