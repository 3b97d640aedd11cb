import { existsSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inScratchDatabase, putInPlace, restoreDump } from '#db/copy';
import { BESIDE, removeSqlite } from '#db/copy-sqlite';
import { assertUnused } from '#db/in-use';
import { sqliteFile } from '#db/sqlite';
import { postgresToolEnv } from '#server/kernel/env';
import type { KeyRing } from '#server/kernel/keys';
import { type CheckedCopy, checkDatabase } from './check-copy.ts';
import { copyProven } from './copy-proven.ts';
import { endRestoredAccess } from './end-restored-access.ts';
import { flush } from './flush.ts';
import { makeFolder, putFilesBack, type RestoredFiles } from './kept-files.ts';
import { type Backup, backupName, backupsFolder, isOurs } from './manifest.ts';

export type Restored = CheckedCopy & { replaced: string | null; files: RestoredFiles };

/** Nothing was restored; the message, in Portuguese, says why and what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}

/** `keys` null: also a copy that whoever kept it may have written: an old one, or for a proof on a machine without the keys. */
export type RestoreTarget = {
  dataDir: string;
  databaseUrl: string;
  at: Date;
  keys: Pick<KeyRing, 'sign' | 'verify'> | null;
};

/**
 * Checks whose copy it is, copies it beside the old database, checks that copy's SHA-256 and ledger, ends the access that it would bring back,
 * and replaces the old one in a single last step, safe against power failures. Throws, with the old database in place, on any problem
 * or while a server has it open.
 */
export async function restoreBackup(target: RestoreTarget, backup: Backup): Promise<Restored> {
  const isSqlite = target.databaseUrl.startsWith('file:');
  if (isSqlite !== (backup.engine === 'sqlite')) throw otherEngine(backup);
  refuseForeign(target, backup);
  const folder = join(backupsFolder(target.dataDir), backup.name);
  const source: Source = {
    copyTo: async (own) => {
      if (!(await copyProven(join(folder, backup.file), own, backup))) throw damaged(backup);
    },
    putFiles: () => putFilesBack(join(folder, 'files'), target.dataDir, backup.files),
  };
  return isSqlite ? replaceFile(source, target) : replaceDatabase(source, target);
}

/** `copyTo` throws, and leaves nothing, if the copy is not what the manifest says. */
type Source = { copyTo: (own: string) => Promise<void>; putFiles: () => Promise<RestoredFiles> };

function refuseForeign({ keys }: RestoreTarget, { name, ...manifest }: Backup): void {
  if (keys === null) return;
  const isOwn = isOurs(manifest, keys);
  if (isOwn === false || name !== backupName(new Date(manifest.at)))
    throw new RestoreError(
      `A cópia ${name} não foi assinada com as chaves deste banco: outra pessoa pode ter escrito esta cópia.\nVeja se APP_KEYS (ou DATA_DIR/keys) tem a chave de então, ou escolha outra cópia.`,
    );
  if (isOwn === null)
    throw new RestoreError(
      `A cópia ${name} não tem assinatura: quem a guardou pode tê-la alterado.\nSe ela é de antes de 27 de novembro de 2026 e de confiança, repita com --unsigned.`,
    );
}

const otherEngine = ({ name, engine }: Backup): RestoreError =>
  new RestoreError(
    engine === 'sqlite'
      ? `A cópia ${name} é de SQLite, e DATABASE_URL é de PostgreSQL.\nEscolha outra cópia, ou defina DATABASE_URL=file:…`
      : `A cópia ${name} é de PostgreSQL, e DATABASE_URL é de SQLite.\nEscolha outra cópia, ou defina DATABASE_URL=postgres://…`,
  );

const damaged = ({ name, file }: Backup): RestoreError =>
  new RestoreError(
    `A cópia ${name} está danificada: o SHA-256 de ${file} não é o do manifesto.\nEscolha outra cópia, ou traga esta de novo de onde foi guardada.`,
  );

async function replaceFile(source: Source, target: RestoreTarget): Promise<Restored> {
  const file = sqliteFile(target.databaseUrl);
  const incoming = `${file}.restoring`;
  await makeFolder(dirname(file));
  await removeSqlite(incoming);
  try {
    await source.copyTo(incoming);
    if (existsSync(file)) assertUnused(file);
    const checked = await checkDatabase(`file:${incoming}`);
    await endRestoredAccess(`file:${incoming}`, target.at);
    await flush(incoming);
    const files = await source.putFiles();
    return { ...checked, files, replaced: await swapFiles(incoming, file, target.at) };
  } catch (error) {
    await removeSqlite(incoming);
    throw error;
  }
}

async function swapFiles(incoming: string, file: string, at: Date): Promise<string | null> {
  const folder = dirname(file);
  const isThere = existsSync(file);
  const aside = `${file}.replaced-${at.getTime()}`;
  if (isThere) {
    assertUnused(file);
    await nameTwice(file, aside);
  }
  // Leftovers of a crashed server: SQLite would replay them into the copy.
  for (const end of BESIDE) if (existsSync(file + end)) await rename(file + end, aside + end);
  await flush(folder);
  await rename(incoming, file);
  await flush(folder);
  return isThere ? aside : null;
}

/** Links rather than renames, so that the first name exists at every moment. */
async function nameTwice(file: string, second: string): Promise<void> {
  await link(file, second).catch(async () => {
    // A file system without hard links.
    await copyFile(file, second);
    await flush(second);
  });
}

async function replaceDatabase(
  source: Source,
  { dataDir, databaseUrl, at }: RestoreTarget,
): Promise<Restored> {
  const dump = join(dataDir, 'valebank.dump.restoring');
  try {
    await source.copyTo(dump);
    return await inScratchDatabase(databaseUrl, async (incoming) => {
      await restoreDump(dump, incoming, postgresToolEnv());
      await rm(dump);
      const checked = await checkDatabase(incoming);
      await endRestoredAccess(incoming, at);
      const files = await source.putFiles();
      return { ...checked, files, replaced: await putInPlace(incoming, databaseUrl, at) };
    });
  } finally {
    await rm(dump, { force: true });
  }
}
