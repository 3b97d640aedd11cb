import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LostByProgramError } from '#db/away';
import { dropAbandonedScratch } from '#db/copy';
import { engineOf } from '#db/engine';
import { expiredBackups } from '#domain/jobs/retention';
import type { Bank } from '#server/kernel/context';
import type { CheckedCopy } from './check-copy.ts';
import { flush, flushAll } from './flush.ts';
import { copyFolders, describeFiles, makeFolder } from './kept-files.ts';
import {
  AHEAD,
  type Backup,
  backupName,
  backupsFolder,
  listBackups,
  MANIFEST,
  type Manifest,
  sha256Of,
  signed,
} from './manifest.ts';
import { copiesByStanding } from './own-copies.ts';

const COPY_PROCESS = fileURLToPath(new URL('./copy-process.ts', import.meta.url));

const PARTIAL = '.partial';
/** An unfinished backup older than this belongs to a dead process. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** `summary`: contents, in Portuguese. */
export type TakenBackup = Backup & { summary: string };

/**
 * Copies the database and checks the copy's ledger in a separate process, adds the uploads, then drops expired backups.
 * Excludes the keys (README). Throws and leaves nothing behind on failure.
 */
export async function takeBackup({
  db,
  env,
  clock,
  keys,
  log,
}: Pick<Bank, 'db' | 'env' | 'clock' | 'keys' | 'log'>): Promise<TakenBackup> {
  const startedMs = performance.now();
  const at = clock.real();
  const name = backupName(at);
  const folder = join(backupsFolder(env.DATA_DIR), name);
  const partial = `${folder}${PARTIAL}`;
  await dropAbandoned(engineOf(db).url, env.DATA_DIR, at);
  await makeFolder(backupsFolder(env.DATA_DIR));
  await mkdir(partial, { mode: 0o700 });
  try {
    const file = db.engine === 'sqlite' ? 'valebank.db' : 'valebank.dump';
    const copy = join(partial, file);
    // Copied before and after the database, so that every file its rows name is included.
    const files = join(partial, 'files');
    await copyFolders(env.DATA_DIR, files);
    const checked = await copyAndCheck(engineOf(db).url, copy);
    await copyFolders(env.DATA_DIR, files);
    const unsigned: Manifest = {
      at: at.toISOString(),
      engine: db.engine,
      file,
      sizeBytes: (await stat(copy)).size,
      sha256: await sha256Of(copy),
      ...checked,
      durationMs: Math.round(performance.now() - startedMs),
      files: await describeFiles(files),
    };
    const manifest = signed(unsigned, keys);
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest, null, 2));
    await flushAll(partial);
    await rename(partial, folder);
    await flush(backupsFolder(env.DATA_DIR));
    // Only after the new backup is synced.
    await dropExpired({ env, keys, log }, at);
    return { name, ...manifest, summary: inWords(manifest) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** In its own process group, so that Ctrl-C does not stop the copy. */
export const startCopier = (): ChildProcess =>
  fork(COPY_PROCESS, { execArgv: ['--import', 'tsx'], detached: true, serialization: 'json' });

function copyAndCheck(url: string, file: string): Promise<CheckedCopy> {
  const child = startCopier();
  return new Promise((resolve, reject) => {
    child.once('message', (answer: { checked: CheckedCopy } | { error: string; isLost: boolean }) => {
      if ('checked' in answer) resolve(answer.checked);
      else reject(answer.isLost ? new LostByProgramError(answer.error) : new Error(answer.error));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the copying process ended with ${signal ?? code}`)),
    );
    child.send({ url, file });
  });
}

/** Folders of foreign copies that the log has named. */
const named = new Set<string>();

/**
 * Only the bank's own copies count. An unsigned one goes when it would by their times, so that those of before the bank signed them
 * go some day and none pushes out another. Foreign ones stay, and are named in the log once.
 */
async function dropExpired({ env, keys, log }: Pick<Bank, 'env' | 'keys' | 'log'>, now: Date): Promise<void> {
  const folder = backupsFolder(env.DATA_DIR);
  const { own, unsigned, foreign } = copiesByStanding(await listBackups(env.DATA_DIR), keys, now);
  const times = own.map(({ at }) => at);
  const expired = new Set(expiredBackups(times));
  for (const { at } of unsigned) if (expiredBackups([...times, at]).includes(at)) expired.add(at);
  for (const { name, at } of [...own, ...unsigned])
    if (expired.has(at)) await rm(join(folder, name), { recursive: true, force: true });
  const unnamed = foreign.map(({ name }) => name).filter((name) => !named.has(join(folder, name)));
  if (unnamed.length > 0) log.warn({ names: unnamed }, 'backups that this bank did not sign are left alone');
  for (const name of unnamed) named.add(join(folder, name));
}

/** Drops unfinished backups and scratch databases of dead processes, and '.ahead' backups dated over a day ago. */
async function dropAbandoned(url: string, dataDir: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
  if (!url.startsWith('file:')) await dropAbandonedScratch(url, before);
  const folder = backupsFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const newest = backupName(before);
  for (const name of names) {
    if ((name.endsWith(PARTIAL) || name.endsWith(AHEAD)) && name < newest)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

const megabytes = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('pt-BR');

function inWords({ sizeBytes, transactions, entries }: Manifest): string {
  return `${megabytes.format(sizeBytes / 1e6)} MB, ${whole.format(transactions)} transações e ${whole.format(entries)} lançamentos conferidos na cópia`;
}
