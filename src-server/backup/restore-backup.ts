import { existsSync } from 'node:fs';
import { copyFile, link, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inScratchDatabase, putInPlace, restoreDump } from '#db/copy';
import { BESIDE, removeSqlite } from '#db/copy-sqlite';
import { assertUnused } from '#db/in-use';
import { sqliteFile } from '#db/sqlite';
import { postgresToolEnv } from '#server/kernel/env';
import type { KeyRing } from '#server/kernel/keys';
import { type CheckedCopy, checkDatabase } from './check-copy.ts';
import { endRestoredAccess } from './end-restored-access.ts';
import { flush } from './flush.ts';
import { makeFolder, putFilesBack, type RestoredFiles } from './kept-files.ts';
import { type Backup, backupName, backupsFolder, isOurs, sha256Of } from './manifest.ts';

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
 * Checks whose copy it is, puts it beside the old database, checks its SHA-256 and ledger, ends the access that it would bring back,
 * and replaces the old one in a single last step, safe against power failures. Throws, with the old database in place, on any problem
 * or while a server has it open.
 */
export async function restoreBackup(target: RestoreTarget, backup: Backup): Promise<Restored> {
  const folder = join(backupsFolder(target.dataDir), backup.name);
  const copy = join(folder, backup.file);
  const isSqlite = target.databaseUrl.startsWith('file:');
  if (isSqlite !== (backup.engine === 'sqlite')) throw otherEngine(backup);
  refuseForeign(target, backup);
  if ((await sha256Of(copy)) !== backup.sha256)
    throw new RestoreError(
      `A cópia ${backup.name} está danificada: o SHA-256 de ${backup.file} não é o do manifesto.\nEscolha outra cópia, ou traga esta de novo de onde foi guardada.`,
    );
  const putBack = () => putFilesBack(join(folder, 'files'), target.dataDir, backup.files);
  return isSqlite ? replaceFile(copy, target, putBack) : replaceDatabase(copy, target, putBack);
}

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

async function replaceFile(
  copy: string,
  { databaseUrl, at }: RestoreTarget,
  putFiles: () => Promise<RestoredFiles>,
): Promise<Restored> {
  const target = sqliteFile(databaseUrl);
  const folder = dirname(target);
  const incoming = `${target}.restoring`;
  await makeFolder(folder);
  if (existsSync(target)) assertUnused(target);
  await removeSqlite(incoming);
  await copyFile(copy, incoming);
  const checked = await checkDatabase(`file:${incoming}`);
  await endRestoredAccess(`file:${incoming}`, at);
  await flush(incoming);
  const files = await putFiles();
  const isThere = existsSync(target);
  const aside = `${target}.replaced-${at.getTime()}`;
  if (isThere) {
    assertUnused(target);
    await nameTwice(target, aside);
  }
  // Leftovers of a crashed server: SQLite would replay them into the copy.
  for (const end of BESIDE) if (existsSync(target + end)) await rename(target + end, aside + end);
  await flush(folder);
  await rename(incoming, target);
  await flush(folder);
  return { ...checked, files, replaced: isThere ? aside : null };
}

/** Links rather than renames, so that the first name exists at every moment. */
async function nameTwice(file: string, second: string): Promise<void> {
  await link(file, second).catch(async () => {
    // A file system without hard links.
    await copyFile(file, second);
    await flush(second);
  });
}

function replaceDatabase(
  copy: string,
  { databaseUrl, at }: RestoreTarget,
  putFiles: () => Promise<RestoredFiles>,
): Promise<Restored> {
  return inScratchDatabase(databaseUrl, async (incoming) => {
    await restoreDump(copy, incoming, postgresToolEnv());
    const checked = await checkDatabase(incoming);
    await endRestoredAccess(incoming, at);
    const files = await putFiles();
    return { ...checked, files, replaced: await putInPlace(incoming, databaseUrl, at) };
  });
}
