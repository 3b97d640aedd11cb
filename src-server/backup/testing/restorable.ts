import { open } from '#db/open';
import { databaseUrl } from '#db/testing/postgres-setup';
import { openRaw } from '#db/testing/raw';
import { testDatabase, testEngine } from '#db/testing/test-db';
import type { Bank } from '#server/kernel/context';
import { TEST_APP_KEYS } from '#server/ledger/testing/bank';
import { type CheckedCopy, checkDatabase } from '../check-copy.ts';
import { listBackups } from '../manifest.ts';
import type { RestoreTarget } from '../restore-backup.ts';
import { takeBackup } from '../take-backup.ts';
import { bankWithFolder, traffic, untilMore } from './busy-bank.ts';
import { putUpload } from './put-upload.ts';

export type Address = Awaited<ReturnType<typeof testDatabase>>;

export async function bankOn(address: Pick<Address, 'url'>) {
  const bank = await bankWithFolder();
  return { ...bank, db: await open(address.url) };
}

/** Where a copy of this bank is restored. */
export const targetOf = (
  { env, clock, keys }: Pick<Bank, 'env' | 'clock' | 'keys'>,
  { url }: Pick<Address, 'url'>,
): RestoreTarget => ({
  dataDir: env.DATA_DIR,
  databaseUrl: url,
  at: clock.real(),
  keys,
});

export async function newestOf(dataDir: string) {
  const [backup] = await listBackups(dataDir);
  if (!backup) throw new Error('listBackups: no backup found');
  return backup;
}

/** A closed bank with its backup and later changes: `old` is the database's content, `taken` the backup's. */
export async function backedUpBank() {
  const address = await testDatabase();
  const bank = await bankOn(address);
  const dataDir = bank.env.DATA_DIR;
  const uploads = ['one', 'two'].map((name) => putUpload(dataDir, name, `${name} `.repeat(50)));
  const load = await traffic(bank.db);
  await untilMore(load.acknowledged, 4);
  const { name, transactions, entries } = await takeBackup(bank);
  await untilMore(load.acknowledged, load.acknowledged.length + 4);
  await load.stop();
  await bank.db.close();
  const old: CheckedCopy = await checkDatabase(address.url);
  const env = { DATA_DIR: dataDir, DATABASE_URL: address.url, NODE_ENV: 'test', APP_KEYS: TEST_APP_KEYS };
  return { address, bank, dataDir, env, name, old, taken: { transactions, entries }, uploads };
}

/** Drops the databases that a restore replaced and kept aside, and `scratch`. */
export async function dropAside({ url }: Address, scratch: string[] = []): Promise<void> {
  if (testEngine() === 'sqlite') return;
  const raw = await openRaw(databaseUrl(url, 'postgres'));
  const aside = `${new URL(url).pathname.slice(1, 41)}_replaced_`;
  const found = await raw.run(`SELECT datname FROM pg_database WHERE starts_with(datname, '${aside}')`);
  for (const name of [...found.map(({ datname }) => datname), ...scratch])
    await raw.run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await raw.close();
}
