/**
 * @module-tag prove
 * @module-tag postgresInCi
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { parseKeys } from '#server/kernel/keys';
import { callerOf, makeAdmin } from '#server/testing/people';
import { runToEnd } from '#server/testing/run-to-end';
import type { TestBank } from '#server/testing/test-bank';
import { backupName, backupsFolder, MANIFEST, type Manifest, signed } from './manifest.ts';
import { takeBackup } from './take-backup.ts';
import { bankWithFolder } from './testing/busy-bank.ts';
import { backedUpBank, dropAside } from './testing/restorable.ts';

const ANOTHER = parseKeys(`test:${Buffer.alloc(32, 'another').toString('base64')}`);

const manifestOf = (at: string): Manifest => ({
  at: new Date(at).toISOString(),
  engine: testEngine(),
  file: testEngine() === 'sqlite' ? 'valebank.db' : 'valebank.dump',
  sizeBytes: 2,
  sha256: '0'.repeat(64),
  ...{ transactions: 1, entries: 1, durationMs: 1 },
});

/** Puts a folder with this manifest beside the copies, by default under the name of its time; returns the name. */
function put(dataDir: string, manifest: Manifest, name = backupName(new Date(manifest.at))): string {
  const folder = join(backupsFolder(dataDir), name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, manifest.file), 'no');
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
  return name;
}

function folderOf({ env, keys }: TestBank) {
  const dataDir = env.DATA_DIR;
  return {
    own: (at: string) => put(dataDir, signed(manifestOf(at), keys)),
    unsigned: (at: string) => put(dataDir, manifestOf(at)),
    foreign: (at: string) => put(dataDir, signed(manifestOf(at), ANOTHER)),
    renamed: (at: string, name: string) => put(dataDir, signed(manifestOf(at), keys), name),
    left: () => readdirSync(backupsFolder(dataDir)).toSorted(),
  };
}

const DAYS = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];

describe.skipIf(isStandIn())('copies that the bank did not make', () => {
  test('push out none of its own, are left alone and named once', async () => {
    const bank = await bankWithFolder();
    const folder = folderOf(bank);
    const own = DAYS.map((day) => folder.own(`${day}T06:30:00Z`));
    const unsigned = DAYS.map((day) => folder.unsigned(`${day}T20:59:59Z`));
    const foreign = [
      ...DAYS.map((day) => folder.foreign(`${day}T21:00:00Z`)),
      ...DAYS.map((day) => folder.renamed(`${day}T06:30:00Z`, `${day}T22-00-00Z`)),
      ...[11, 12, 13, 14, 15, 16, 17].map((day) => folder.unsigned(`2026-03-${day}T21:00:00Z`)),
    ];
    const ahead = folder.own('2026-04-19T06:30:00Z');
    const admin = await makeAdmin(bank);
    const { name, at } = await takeBackup(bank);
    expect(folder.left()).toEqual([...own, ...unsigned, ...foreign, ahead, name].toSorted());
    const { settings, jobs } = callerOf(bank, admin.user).admin;
    expect((await settings.get()).database.lastBackupAt).toBe(at);
    const shown = (await jobs.list()).backups.map((one) => one.name);
    expect(shown.toSorted()).toEqual([...own, ...unsigned, ahead, name].toSorted());

    bank.clock.passSeconds(1);
    await takeBackup(bank);
    const told = bank.logged.filter((line) => line.includes('did not sign'));
    expect(told).toHaveLength(1);
    for (const one of foreign) expect(told[0]).toContain(one);
  });

  test('of before they were signed go as newer ones of the bank come, and never for each other', async () => {
    const bank = await bankWithFolder();
    const folder = folderOf(bank);
    const own = ['2026-01-31', '2026-02-20', ...DAYS].map((day) => folder.own(`${day}T06:30:00Z`));
    const kept = ['2025-12-30', '2025-12-31'].map((day) => folder.unsigned(`${day}T06:30:00Z`));
    folder.unsigned('2026-01-10T06:30:00Z');
    folder.unsigned('2026-01-11T06:30:00Z');
    const { name } = await takeBackup(bank);
    expect(folder.left()).toEqual([...kept, ...own, name]);
  });

  test('are not the latest that a restore takes', async () => {
    const { address, bank, env, name, taken } = await backedUpBank();
    onTestFinished(async () => {
      await dropAside(address);
      await address.drop();
    });
    const folder = folderOf(bank);
    const later = bank.clock.real().getTime() + 3_600_000;
    const others = [folder.foreign, folder.unsigned].map((write, hour) =>
      write(new Date(later + hour * 3_600_000).toISOString()),
    );
    const { code, output } = await runToEnd(env, 'scripts/restore.ts', 'latest', '--yes');
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`${name} está no lugar: ${taken.transactions} transações`),
    ]);
    for (const other of others)
      expect(output).toContain(
        `Não conta, por ser do futuro ou não ter a assinatura deste banco: ${other}\n`,
      );
  });
});
