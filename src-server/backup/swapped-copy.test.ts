/**
 * @module-tag prove
 * @module-tag postgresInCi
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyDatabase } from '#db/copy';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { postgresToolEnv } from '#server/kernel/env';
import { checkDatabase } from './check-copy.ts';
import { backupsFolder } from './manifest.ts';
import { RestoreError, restoreBackup } from './restore-backup.ts';
import { backedUpBank, dropAside, newestOf, targetOf } from './testing/restorable.ts';

async function scene() {
  const made = await backedUpBank();
  const { address, bank, dataDir, name } = made;
  onTestFinished(async () => {
    await dropAside(address);
    await address.drop();
  });
  const backup = await newestOf(dataDir);
  const ofSqlite = testEngine() === 'sqlite' ? [dirname(address.url.slice('file:'.length))] : [];
  return {
    ...made,
    copy: join(backupsFolder(dataDir), name, backup.file),
    restore: () => restoreBackup(targetOf(bank, address), backup),
    left: () =>
      [dataDir, ...ofSqlite].flatMap((one) => readdirSync(one)).filter((one) => /restoring/.test(one)),
  };
}

/** Whoever opens `file` first reads `bytes`, and whoever opens it after them reads `other`. */
async function swapOnceRead(file: string, bytes: Buffer, other: string): Promise<void> {
  const pipe = `${file}.pipe`;
  execFileSync('mkfifo', [pipe]);
  renameSync(pipe, file);
  const writer = createWriteStream(file);
  await new Promise<void>((read, fail) => writer.write(bytes, (error) => (error ? fail(error) : read())));
  renameSync(other, file);
  writer.end();
  await once(writer, 'close');
}

describe.skipIf(isStandIn())('a restore of a copy that its keeper changes meanwhile', () => {
  test('puts in place what it checked, though another database is under that name by then', async () => {
    const { address, old, taken, copy, restore, left } = await scene();
    const other = `${copy}.other`;
    await copyDatabase(address.url, other, postgresToolEnv());
    const genuine = readFileSync(copy);
    const swapped = swapOnceRead(copy, genuine, other);
    await restore();
    await swapped;
    expect(old).not.toEqual(taken);
    expect(await checkDatabase(address.url)).toEqual(taken);
    if (testEngine() === 'sqlite')
      expect(statSync(address.url.slice('file:'.length)).mode & 0o777).toBe(0o600);
    expect(left()).toEqual([]);
  });

  test('reads no more than the manifest says, and leaves no copy of it', async () => {
    const { address, old, copy, restore, left } = await scene();
    renameSync(copy, `${copy}.genuine`);
    symlinkSync('/dev/zero', copy);
    await expect(restore()).rejects.toThrow(RestoreError);
    expect(left()).toEqual([]);
    expect(await checkDatabase(address.url)).toEqual(old);
  });
});
