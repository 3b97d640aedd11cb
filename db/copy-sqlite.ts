import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import Database from 'better-sqlite3';

const [CHUNK_BYTES, PIECE_BYTES] = [1024 * 1024, 64 * 1024];

/** Contains the salts, which change at each restart of the log. */
const LOG_HEAD_BYTES = 32;

/** SQLite's files beside a database that is open or whose server died. */
export const BESIDE = ['-wal', '-shm'];

/**
 * Copies an SQLite file as of one moment while others write. First copies and flushes the file; then, in a read
 * transaction, which keeps the log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log), copies what changed and
 * the log; then replays the log into the copy and checks it. Blocks this thread. The process must not have the source
 * open: closing a file releases all its locks.
 */
export function copySqlite(source: string, target: string): void {
  const [from, to] = [openSync(source, 'r'), openSync(target, 'wx+', 0o600)];
  try {
    copyWhatDiffers(from, to);
    fsyncSync(to);
    // Leaves less for the last pass, during which the log cannot be restarted.
    copyWhatDiffers(from, to);
    const reader = new Database(source, { readonly: true, fileMustExist: true });
    try {
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM sqlite_master').get();
      copyWhatDiffers(from, to);
      copyLog(source, target);
    } finally {
      reader.close();
    }
  } finally {
    closeSync(to);
    closeSync(from);
  }
  playLogInto(target);
}

function copyWhatDiffers(from: number, to: number): void {
  const [theirs, ours] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  let at = 0;
  for (;;) {
    const read = readSync(from, theirs, 0, CHUNK_BYTES, at);
    if (read === 0) break;
    const wanted = theirs.subarray(0, read);
    const had = readSync(to, ours, 0, read, at);
    for (let start = 0; start < read; start += PIECE_BYTES) {
      const piece = wanted.subarray(start, start + PIECE_BYTES);
      const same = start + piece.length <= had && piece.equals(ours.subarray(start, start + piece.length));
      if (!same) writeAll(to, piece, at + start);
    }
    at += read;
  }
  ftruncateSync(to, at);
}

function writeAll(to: number, bytes: Uint8Array, at: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(to, bytes, written, bytes.length - written, at + written);
}

/** A fully checkpointed log may be restarted meanwhile: repeats until its header is stable. */
function copyLog(source: string, target: string): void {
  const [from, to] = [`${source}-wal`, `${target}-wal`];
  for (;;) {
    const before = headOf(from);
    if (before === null) return;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    if (headOf(from)?.equals(before)) return;
    rmSync(to);
  }
}

function headOf(log: string): Buffer | null {
  try {
    const file = openSync(log, 'r');
    try {
      const head = Buffer.alloc(LOG_HEAD_BYTES);
      return head.subarray(0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Replays and removes the log. Throws when the result is damaged. */
function playLogInto(copy: string): void {
  const connection = new Database(copy);
  try {
    connection.pragma('wal_checkpoint(TRUNCATE)');
    const [fault] = connection.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (fault?.integrity_check !== 'ok') throw new Error(`the copy is damaged: ${fault?.integrity_check}`);
  } finally {
    connection.close();
  }
}

export async function removeSqlite(file: string): Promise<void> {
  for (const end of ['', ...BESIDE]) await rm(file + end, { force: true });
}
