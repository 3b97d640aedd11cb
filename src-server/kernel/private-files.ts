import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteFile } from '#db/sqlite';
import { ConfigurationError, type Env } from '#server/kernel/env';

const FOLDER = 0o700;
const FILE = 0o600;
const ALL = 0o777;
const BESIDE = ['', '-wal', '-shm'];
/** The folder of backups, and how deep below it is looked at: each has a folder, which keeps others from what is in it. */
const BACKUPS = { name: 'backups', depth: 1 };

/**
 * Makes existing and later files readable by the owner only. Of a backup only its folder is looked at, since a start waits for this, and each
 * backup has every upload. Throws ConfigurationError for another user's files.
 */
export function keepPrivate({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): void {
  process.umask(ALL & ~FOLDER);
  mkdirSync(DATA_DIR, { recursive: true, mode: FOLDER });
  try {
    tighten(DATA_DIR, { but: join(DATA_DIR, BACKUPS.name) });
    tighten(join(DATA_DIR, BACKUPS.name), { depth: BACKUPS.depth });
    if (DATABASE_URL.startsWith('file:'))
      for (const end of BESIDE) {
        const path = sqliteFile(DATABASE_URL) + end;
        if (existsSync(path)) tighten(path);
      }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    throw new ConfigurationError(
      `DATA_DIR: the files in ${DATA_DIR} belong to another user, and may be read by others: make them this user's (chown -R)`,
    );
  }
}

/** `depth`: of folders below it; `but`: nothing there. */
function tighten(path: string, { depth = Number.POSITIVE_INFINITY, but = '' } = {}): void {
  if (path === but) return;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Deleted meanwhile: a running server creates and deletes files beside its database.
  if (!stat || stat.isSymbolicLink()) return;
  const mode = stat.isDirectory() ? FOLDER : FILE;
  if ((stat.mode & ALL & ~mode) !== 0) chmodSync(path, mode);
  if (!stat.isDirectory() || depth === 0) return;
  for (const name of readdirSync(path)) tighten(join(path, name), { depth: depth - 1, but });
}
