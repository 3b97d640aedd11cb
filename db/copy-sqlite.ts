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

/** Read at once, and written at once. */
const [CHUNK_BYTES, PIECE_BYTES] = [1024 * 1024, 64 * 1024];

/** The log's header, with the salts that change whenever it is begun again. */
const LOG_HEAD_BYTES = 32;

/** What SQLite keeps beside a file that is open, or was when its server died. */
export const BESIDE = ['-wal', '-shm'];

/**
 * Copies an SQLite file to a new one while others write to it: the state of one moment. The write-ahead log is held, and
 * grows, only while the file is read once more, not while the copy is written and flushed:
 *
 * 1. The file is copied as it is, whatever checkpoints write into it meanwhile, flushed, and what changed by then again.
 * 2. Under a read transaction nothing newer than that goes into the file and nothing leaves the log
 *    (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). What differs by now is copied again, then the log.
 * 3. SQLite plays the log into the copy, as after a crash, and every page and index of it is checked.
 *
 * Blocks this thread; only for a process that has the source not open otherwise: closing a file lets go of every lock that the process has on it.
 */
export function copySqlite(source: string, target: string): void {
  const [from, to] = [openSync(source, 'r'), openSync(target, 'wx+', 0o600)];
  try {
    copyWhatDiffers(from, to);
    fsyncSync(to);
    // What changed in all that time: less is left for the last look, for which the log is held.
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

/** Makes `to` what `from` is, writing only what differs. */
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

/**
 * Copies the log. One of which everything was in the file when the read transaction began may be begun again meanwhile, and
 * half of the old one must not be played into the copy: it is copied again until it is the same before and after.
 */
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

/** What a log begins with, which no other one begins with; null: there is none, everything is in the file. */
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

/** Leaves one file, with all there is in it. Throws when it is not whole. */
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

/** Removes an SQLite file and what is beside it. */
export async function removeSqlite(file: string): Promise<void> {
  for (const end of ['', ...BESIDE]) await rm(file + end, { force: true });
}
