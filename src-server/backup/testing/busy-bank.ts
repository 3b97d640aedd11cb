import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Db } from '#db/db';
import { adjust, makeCustomer, send } from '#server/ledger/testing/bank';
import { type TestBank, testBank } from '#server/testing/test-bank';

/** A folder of this test's own. */
export function ownFolder(): { DATA_DIR: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'valebank-backup-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { DATA_DIR: dataDir };
}

/** `verify`: as in `testBank`. */
export const bankWithFolder = (options: { verify?: boolean } = {}): Promise<TestBank> =>
  testBank(ownFolder(), options);

/** Two customers send one cent to and fro until stopped; `acknowledged` collects the transaction ids. */
export async function traffic(db: Db) {
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db, 'Bruno Reis')];
  for (const one of [ana, bruno]) await adjust(db, one.accountId, 100_000);
  const acknowledged: string[] = [];
  let isOver = false;
  const lane = async (from: string, to: string) => {
    while (!isOver) acknowledged.push((await send(db, from, to, 1)).transactionId);
  };
  const lanes = [lane(ana.accountId, bruno.accountId), lane(bruno.accountId, ana.accountId)];
  return {
    acknowledged,
    stop: async () => {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}

export const untilMore = async (list: readonly string[], than: number) => {
  while (list.length <= than) await new Promise((resolve) => setTimeout(resolve, 5));
};
