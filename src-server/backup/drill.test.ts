/** @module-tag prove */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { statement } from '#db/testing/postgres-setup';
import { openRaw } from '#db/testing/raw';
import { emptyDatabase, isStandIn, testEngine } from '#db/testing/test-db';
import { tamper } from '#server/ledger/testing/tamper';
import { verifyLedger } from '#server/ledger/verify';
import type { TestBank } from '#server/testing/test-bank';
import { backupName, listBackups } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { startCopier, takeBackup } from './take-backup.ts';
import { bankWithFolder, traffic, untilMore } from './testing/busy-bank.ts';
import { targetOf } from './testing/restorable.ts';

/** Leftover scratch databases on PostgreSQL's server, by age in hours; none on SQLite. */
async function scratchDatabases(bank: TestBank, hoursAgo: number[]) {
  if (testEngine() === 'sqlite') return { names: [], left: async () => [], drop: async () => {} };
  const { url } = engineOf(bank.db);
  const names = hoursAgo.map(
    (hours) => `valebank_scratch_${bank.clock.real().getTime() - hours * 3_600_000}_${process.pid}`,
  );
  for (const name of names) await statement(url, `CREATE DATABASE ${name}`);
  const left = async () => {
    const raw = await openRaw(url);
    const rows = await raw.run(`SELECT datname FROM pg_database WHERE datname IN ('${names.join("','")}')`);
    await raw.close();
    return rows.map(({ datname }) => datname);
  };
  const drop = async () => {
    for (const name of names) await statement(url, `DROP DATABASE IF EXISTS ${name}`);
  };
  return { names, left, drop };
}

describe.skipIf(isStandIn())('the drill', () => {
  test('a backup taken under load restores a valid ledger with everything acknowledged before', async () => {
    const bank = await bankWithFolder();
    mkdirSync(join(bank.env.DATA_DIR, 'uploads'));
    writeFileSync(join(bank.env.DATA_DIR, 'uploads', 'analysis.pdf'), 'bytes');
    const load = await traffic(bank.db);
    await untilMore(load.acknowledged, 40);
    const before = [...load.acknowledged];
    const taken = await takeBackup(bank);
    const whileTaken = load.acknowledged.length - before.length;
    await load.stop();
    expect(whileTaken).toBeGreaterThan(0);
    expect(taken.summary).toMatch(/^\d[\d.,]* MB, \d[\d.]* transações e \d[\d.]* lançamentos/);

    const elsewhere = await emptyDatabase();
    await elsewhere.drop();
    const dataDir = join(bank.env.DATA_DIR, 'elsewhere');
    mkdirSync(join(dataDir, 'backups'), { recursive: true });
    const source = join(bank.env.DATA_DIR, 'backups', taken.name);
    await cp(source, join(dataDir, 'backups', taken.name), {
      recursive: true,
    });
    const [backup] = await listBackups(dataDir);
    if (!backup) throw new Error('listBackups: no backup found');
    const restored = await restoreBackup(
      { dataDir, databaseUrl: elsewhere.url, at: bank.clock.real(), keys: bank.keys },
      backup,
    );
    expect(restored).toMatchObject({
      transactions: taken.transactions,
      entries: taken.entries,
      replaced: null,
      files: { count: 1, lost: [] },
    });

    const db = await open(elsewhere.url);
    expect((await verifyLedger(db)).ok).toBe(true);
    const { transactions } = db.tables;
    const kept = await db
      .select({ id: transactions.id })
      .from(transactions)
      .where(inArray(transactions.id, before));
    expect(kept).toHaveLength(before.length);
    await db.close();
    await elsewhere.drop();
    expect(readFileSync(join(dataDir, 'uploads', 'analysis.pdf'), 'utf8')).toBe('bytes');
  });

  test('a backup with a changed byte is not restored, and the database stays as it was', async () => {
    const bank = await bankWithFolder();
    await traffic(bank.db).then((load) => load.stop());
    const { name } = await takeBackup(bank);
    const [backup] = await listBackups(bank.env.DATA_DIR);
    if (!backup) throw new Error('listBackups: no backup found');
    const file = join(bank.env.DATA_DIR, 'backups', name, backup.file);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const target = targetOf(bank, engineOf(bank.db));
    await expect(restoreBackup(target, backup)).rejects.toThrow('SHA-256');
    expect((await verifyLedger(bank.db)).ok).toBe(true);
  });

  test('the next backup removes an unfinished one older than a day, and no younger one', async () => {
    const bank = await bankWithFolder();
    const folder = join(bank.env.DATA_DIR, 'backups');
    const { name } = await takeBackup(bank);
    const begun = (hoursAgo: number) =>
      `${backupName(new Date(bank.clock.real().getTime() - hoursAgo * 3_600_000))}.partial`;
    for (const hoursAgo of [25, 23]) mkdirSync(join(folder, begun(hoursAgo), 'files'), { recursive: true });
    const [abandoned, recent] = [begun(25), begun(23)];
    const scratch = await scratchDatabases(bank, [25, 23]);
    bank.clock.passSeconds(1);
    const next = await takeBackup(bank);
    const left = await readdir(folder);
    expect(left).not.toContain(abandoned);
    expect(left).toContain(recent);
    expect(await scratch.left()).toEqual(scratch.names.slice(1));
    await scratch.drop();
    // Of two on one day the newest stays.
    expect(left.filter((one) => !one.endsWith('.partial'))).toEqual([next.name]);
    expect(next.name).not.toBe(name);
  });

  test('the copying process of a backup finishes in spite of SIGINT and SIGTERM', async () => {
    const bank = await bankWithFolder();
    const load = await traffic(bank.db);
    await untilMore(load.acknowledged, 200);
    await load.stop();
    const asked = { url: engineOf(bank.db).url, file: join(bank.env.DATA_DIR, 'copy') };
    const copier = startCopier();
    const ended = Promise.race([once(copier, 'message'), once(copier, 'exit')]);
    copier.send(asked);
    while (!existsSync(asked.file)) await sleep(1);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) copier.kill(signal);
    const [answer] = await ended;
    expect(answer).toMatchObject({ checked: { transactions: expect.any(Number) } });
  });

  test.skipIf(testEngine() === 'sqlite')(
    'the copying process and its pg_dump end when the bank is gone',
    async () => {
      const bank = await bankWithFolder();
      const { url } = engineOf(bank.db);
      const [raw, watching] = [await openRaw(url), await openRaw(url)];
      await raw.run('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      const dumps = () =>
        watching.run(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pg_dump'",
        );
      const copier = startCopier();
      copier.send({ url, file: join(bank.env.DATA_DIR, 'copy') });
      try {
        await expect.poll(dumps, { timeout: 30_000 }).toHaveLength(1);
        copier.disconnect();
        expect(await once(copier, 'exit')).toEqual([1, null]);
        await expect.poll(dumps, { timeout: 30_000 }).toEqual([]);
      } finally {
        // Closing the connection releases the lock.
        for (const one of [raw, watching]) await one.close();
      }
    },
    90_000,
  );

  test('a backup of an invalid ledger fails and leaves nothing behind', async () => {
    const bank = await bankWithFolder({ verify: false });
    await traffic(bank.db).then((load) => load.stop());
    await tamper(bank.db, 'update entries set amount_cents = amount_cents + 1 where seq = 1');
    await expect(takeBackup(bank)).rejects.toThrow("the copy's ledger is wrong");
    expect(await readdir(join(bank.env.DATA_DIR, 'backups'))).toEqual([]);
  });
});
