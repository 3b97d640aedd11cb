import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { restoreDump } from '#db/copy';
import { assertUnused, sqliteFile } from '#db/sqlite';
import { type CheckedCopy, checkDatabase } from './check-copy.ts';
import { type Backup, backupsFolder, sha256Of } from './manifest.ts';

/** What was restored, and where the database went that stood there before (SQLite; null: there was none). */
export type Restored = CheckedCopy & { replaced: string | null };

/**
 * Puts a backup in the place of the bank's database, and its files back into the data directory. The file is compared with
 * its SHA-256 first, and its ledger checked before anything is replaced (SQLite) or in the end (PostgreSQL, whose dump is
 * put in by one transaction). No server may run meanwhile. Throws, with the database as it was, when something is wrong.
 */
export async function restoreBackup(
  { dataDir, databaseUrl, at }: { dataDir: string; databaseUrl: string; at: Date },
  backup: Backup,
): Promise<Restored> {
  const folder = join(backupsFolder(dataDir), backup.name);
  const copy = join(folder, backup.file);
  if ((await sha256Of(copy)) !== backup.sha256)
    throw new Error(`${copy} is not the file that was written: its SHA-256 is another one`);
  const isSqlite = databaseUrl.startsWith('file:');
  if (isSqlite !== (backup.engine === 'sqlite'))
    throw new Error(`a backup of ${backup.engine} cannot be put into ${databaseUrl.split(':')[0]}`);
  const restored = isSqlite
    ? await replaceFile(copy, databaseUrl, at)
    : await replaceTables(copy, databaseUrl);
  const files = join(folder, 'files');
  if (existsSync(files)) await cp(files, dataDir, { recursive: true, force: false });
  return restored;
}

async function replaceFile(copy: string, url: string, at: Date): Promise<Restored> {
  const target = sqliteFile(url);
  await mkdir(dirname(target), { recursive: true });
  const incoming = `${target}.restoring`;
  await rm(incoming, { force: true });
  await copyFile(copy, incoming);
  const checked = await checkDatabase(`file:${incoming}`);
  let replaced: string | null = null;
  if (existsSync(target)) {
    assertUnused(url);
    replaced = `${target}.replaced-${at.getTime()}`;
    await rename(target, replaced);
  }
  await rename(incoming, target);
  return { ...checked, replaced };
}

async function replaceTables(copy: string, url: string): Promise<Restored> {
  await restoreDump(copy, url);
  return { ...(await checkDatabase(url)), replaced: null };
}
