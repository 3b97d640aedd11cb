import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteFile } from '#db/sqlite';
import { ConfigurationError, type Env } from '#server/kernel/env';

const FOLDER = 0o700;
const FILE = 0o600;
const ALL = 0o777;
const BESIDE = ['', '-wal', '-shm'];

/** Makes existing and later files readable by the owner only. Throws ConfigurationError for another user's files. */
export function keepPrivate({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): void {
  process.umask(ALL & ~FOLDER);
  mkdirSync(DATA_DIR, { recursive: true, mode: FOLDER });
  try {
    tighten(DATA_DIR);
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

function tighten(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Deleted meanwhile: a running server creates and deletes files beside its database.
  if (!stat || stat.isSymbolicLink()) return;
  const mode = stat.isDirectory() ? FOLDER : FILE;
  if ((stat.mode & ALL & ~mode) !== 0) chmodSync(path, mode);
  if (stat.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
}
