import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inScratchDatabase, putInPlace, restoreDump } from '#db/copy';
import { assertUnused, sqliteFile } from '#db/sqlite';
import { postgresToolEnv } from '#server/env';
import { type CheckedCopy, checkDatabase } from './check-copy.ts';
import { type Backup, backupsFolder, sha256Of } from './manifest.ts';

/** What was restored, and what the database that stood there is called now (a file, or a database; null: there was none). */
export type Restored = CheckedCopy & { replaced: string | null };

/**
 * Puts a backup in the place of the bank's database, and its files back into the data directory. The file is compared with
 * its SHA-256 and its ledger recomputed beside the database, which it then takes the place of. Throws, with the database as
 * it was, when something is wrong, or a server still has it open.
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
    : await replaceDatabase(copy, databaseUrl, at);
  const files = join(folder, 'files');
  if (existsSync(files)) await cp(files, dataDir, { recursive: true, force: false });
  return restored;
}

/** What SQLite keeps beside a file that is open, or was when its server died. */
const BESIDE = ['-wal', '-shm'];

async function replaceFile(copy: string, url: string, at: Date): Promise<Restored> {
  const target = sqliteFile(url);
  await mkdir(dirname(target), { recursive: true });
  const incoming = `${target}.restoring`;
  for (const end of ['', ...BESIDE]) await rm(incoming + end, { force: true });
  await copyFile(copy, incoming);
  const checked = await checkDatabase(`file:${incoming}`);
  const isThere = existsSync(target);
  if (isThere) assertUnused(url);
  // Also what a crashed server left beside a file that is gone: it would be played into the copy at its next opening.
  const aside = `${target}.replaced-${at.getTime()}`;
  for (const end of ['', ...BESIDE]) if (existsSync(target + end)) await rename(target + end, aside + end);
  await rename(incoming, target);
  return { ...checked, replaced: isThere ? aside : null };
}

function replaceDatabase(copy: string, url: string, at: Date): Promise<Restored> {
  return inScratchDatabase(url, async (incoming) => {
    await restoreDump(copy, incoming, postgresToolEnv());
    const checked = await checkDatabase(incoming);
    return { ...checked, replaced: await putInPlace(incoming, url, at) };
  });
}
