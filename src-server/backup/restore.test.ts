/** @module-tag postgresInCi */
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyDatabase } from '#db/copy';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { databaseError } from '#db/error';
import { migrate, open } from '#db/open';
import { sqliteFile } from '#db/sqlite';
import { attackScene } from '#db/testing/attack-scene';
import { createFirstRelease } from '#db/testing/first-release';
import { openLink } from '#db/testing/link';
import { databaseUrl } from '#db/testing/postgres-setup';
import { openRaw } from '#db/testing/raw';
import { emptyDatabase, isStandIn, testDatabase, testEngine } from '#db/testing/test-db';
import { postgresToolEnv } from '#server/kernel/env';
import { TEST_APP_KEYS, testKeys } from '#server/ledger/testing/bank';
import { tamper } from '#server/ledger/testing/tamper';
import { verifyLedger } from '#server/ledger/verify';
import { runToEnd } from '#server/testing/run-to-end';
import { checkDatabase } from './check-copy.ts';
import { backupName, backupsFolder, MANIFEST, type Manifest, sha256Of, signed } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { bankWithFolder, traffic, untilMore } from './testing/busy-bank.ts';
import { bankOn, newestOf, targetOf } from './testing/restorable.ts';

type Address = { url: string; drop: () => Promise<void> };

const asideOf = (url: string, name: string): string =>
  testEngine() === 'sqlite' ? `file:${name}` : databaseUrl(url, name);

async function dropAside({ url }: Address, name: string | null | undefined): Promise<void> {
  if (!name) throw new Error('no database was set aside');
  if (testEngine() === 'sqlite') return;
  const raw = await openRaw(databaseUrl(url, 'postgres'));
  await raw.run(`DROP DATABASE ${name}`);
  await raw.close();
}

async function putAside({ url }: Address): Promise<unknown[]> {
  if (testEngine() === 'sqlite') return [];
  const raw = await openRaw(url);
  const found = await raw.run(
    "SELECT datname FROM pg_database WHERE datname LIKE current_database() || '_replaced_%'",
  );
  await raw.close();
  return found;
}

async function unchecked(db: Db, dataDir: string, at: Date): Promise<void> {
  const folder = join(backupsFolder(dataDir), backupName(at));
  mkdirSync(folder, { recursive: true });
  const file = db.engine === 'sqlite' ? 'valebank.db' : 'valebank.dump';
  const copy = join(folder, file);
  await copyDatabase(engineOf(db).url, copy, postgresToolEnv());
  const manifest: Manifest = {
    at: at.toISOString(),
    engine: db.engine,
    file,
    sizeBytes: statSync(copy).size,
    sha256: await sha256Of(copy),
    ...{ transactions: 1, entries: 1, durationMs: 1 },
  };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(signed(manifest, testKeys)));
}

describe.skipIf(isStandIn())('npm run restore', () => {
  test('npm run restore is refused while a server runs, then replaces the database and keeps the old one', async () => {
    const address = await testDatabase();
    const bank = await bankOn(address);
    const load = await traffic(bank.db);
    await untilMore(load.acknowledged, 10);
    const taken = await takeBackup(bank);
    const env = { DATA_DIR: bank.env.DATA_DIR, DATABASE_URL: address.url, APP_KEYS: TEST_APP_KEYS };
    const refused = await runToEnd(env, 'scripts/restore.ts', 'latest', '--yes');
    await load.stop();
    expect(refused.code).toBe(1);
    expect(refused.output).toBe('O banco de dados está em uso.\nPare o servidor e repita.\n');
    expect(await putAside(address)).toEqual([]);
    await bank.db.close();
    const before = await checkDatabase(address.url);
    expect(before.transactions).toBeGreaterThan(taken.transactions);

    const listed = await runToEnd(env, 'scripts/restore.ts');
    expect([listed.code, listed.output]).toEqual([0, expect.stringContaining(taken.name)]);
    const { code, output } = await runToEnd(env, 'scripts/restore.ts', 'latest', '--yes');
    expect(output).toContain(
      `${taken.name} está no lugar: ${taken.transactions} transações, ${taken.entries} lançamentos.`,
    );
    expect(code).toBe(0);
    const { transactions, entries } = taken;
    expect(await checkDatabase(address.url)).toEqual({ transactions, entries });
    const [, aside] = /O que estava lá: (.+)/.exec(output) ?? [];
    expect(await checkDatabase(asideOf(address.url, `${aside}`))).toEqual(before);
    await dropAside(address, aside);
    await address.drop();
  });

  test.skipIf(testEngine() === 'sqlite')(
    'with several hosts in DATABASE_URL a backup and a restore use the one that takes writes',
    async () => {
      const address = await testDatabase();
      const { host } = new URL(address.url);
      const DATABASE_URL = address.url.replace(host, `127.0.0.1:1,${host}`);
      const bank = await bankOn({ ...address, url: DATABASE_URL });
      const taken = await takeBackup(bank);
      await bank.db.close();
      const env = { DATA_DIR: bank.env.DATA_DIR, DATABASE_URL, APP_KEYS: TEST_APP_KEYS };
      const { code, output } = await runToEnd(env, 'scripts/restore.ts', 'latest', '--yes');
      expect(output).toContain(`${taken.name} está no lugar`);
      expect(code).toBe(0);
      await dropAside(address, /O que estava lá: (.+)/.exec(output)?.[1]);
      await address.drop();
    },
  );

  test.skipIf(testEngine() === 'sqlite')(
    'a backup whose connection is cut says that the database is away, not that the copy is bad',
    async () => {
      const address = await testDatabase();
      const link = await openLink(address.url);
      const bank = await bankOn({ ...address, url: link.url });
      const raw = await openRaw(address.url);
      await raw.run('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      const taken = takeBackup(bank);
      taken.catch(() => {});
      // Databases from one template share table oids.
      const waits =
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
      await expect.poll(async () => (await raw.run(waits)).length).toBe(1);
      link.cut();
      await expect(taken).rejects.toSatisfy((error) => databaseError(error)?.kind === 'away');
      await raw.close();
      await bank.db.close();
      await link.close();
      await address.drop();
    },
  );

  test.skipIf(testEngine() !== 'sqlite')(
    'a backup dated in the future by a wrong clock is not taken as the latest',
    { tags: ['prove'] },
    async () => {
      const address = await testDatabase();
      const bank = await bankOn(address);
      const right = await takeBackup(bank);
      // The program uses the machine's clock.
      bank.clock.set(new Date(Date.now() + 40 * 86_400_000).toISOString());
      const ahead = await takeBackup(bank);
      await bank.db.close();
      const env = { DATA_DIR: bank.env.DATA_DIR, DATABASE_URL: address.url, APP_KEYS: TEST_APP_KEYS };
      const { output } = await runToEnd(env, 'scripts/restore.ts', 'latest', '--yes');
      expect(output).toContain(`${right.name} está no lugar`);

      rmSync(join(backupsFolder(env.DATA_DIR), right.name), { recursive: true });
      const refused = await runToEnd(env, 'scripts/restore.ts', 'latest', '--yes');
      expect(refused.code).toBe(1);
      expect(refused.output).toBe(
        `Não há cópia de antes de agora em ${backupsFolder(env.DATA_DIR)}.\nConfira o relógio da máquina (date). Se ele estiver certo, escolha uma pelo nome: npm run restore as mostra.\n`,
      );
      const named = await runToEnd(env, 'scripts/restore.ts', ahead.name, '--yes');
      expect(named.output).toContain(`${ahead.name} está no lugar`);
      await address.drop();
    },
  );

  test.skipIf(testEngine() !== 'sqlite')(
    'a restore ignores the write-ahead log that a crashed server left',
    async () => {
      const address = await testDatabase();
      const file = sqliteFile(address.url);
      const bank = await bankOn(address);
      const taken = await takeBackup(bank);
      await traffic(bank.db).then(async (load) => {
        await untilMore(load.acknowledged, 10);
        await load.stop();
      });
      copyFileSync(`${file}-wal`, `${file}.left`);
      await bank.db.close();
      rmSync(file);
      renameSync(`${file}.left`, `${file}-wal`);
      const target = targetOf(bank, address);
      const { replaced } = await restoreBackup(target, await newestOf(bank.env.DATA_DIR));
      const { transactions, entries } = taken;
      expect(replaced).toBeNull();
      expect(await checkDatabase(address.url)).toEqual({ transactions, entries });
      await address.drop();
    },
  );

  test('restoring an invalid ledger leaves the database as it was', async () => {
    const bank = await bankWithFolder({ verify: false });
    await traffic(bank.db).then((load) => load.stop());
    await tamper(bank.db, 'update entries set amount_cents = amount_cents + 1 where seq = 1');
    await unchecked(bank.db, bank.env.DATA_DIR, bank.clock.real());
    const address = await testDatabase();
    const target = targetOf(bank, address);
    const own = await open(address.url);
    await traffic(own).then((load) => load.stop());
    await own.close();
    const before = await checkDatabase(address.url);
    await expect(restoreBackup(target, await newestOf(bank.env.DATA_DIR))).rejects.toThrow(
      "the copy's ledger is wrong",
    );
    expect(await checkDatabase(address.url)).toEqual(before);
    expect(await putAside(address)).toEqual([]);
    await address.drop();
  });

  test("a backup of the first release replaces today's database and migrates", async () => {
    const old = await emptyDatabase();
    const raw = await openRaw(old.url);
    await createFirstRelease(testEngine(), raw);
    await attackScene(testEngine(), raw);
    await raw.close();
    const bank = await bankOn(old);
    await takeBackup(bank);
    await bank.db.close();
    await old.drop();

    const address = await testDatabase();
    const today = await open(address.url);
    await traffic(today).then((load) => load.stop());
    await today.close();
    const target = targetOf(bank, address);
    const { replaced } = await restoreBackup(target, await newestOf(bank.env.DATA_DIR));
    const db = await open(address.url);
    await migrate(db);
    const { users, jobRuns } = db.tables;
    const names = await db.select({ name: users.fullName }).from(users).orderBy(users.fullName);
    expect(names).toEqual([{ name: 'ana' }, { name: 'bruno' }]);
    expect(await db.select().from(jobRuns)).toEqual([]);
    expect((await verifyLedger(db)).ok).toBe(true);
    await db.close();
    await dropAside(address, replaced);
    await address.drop();
  });
});
