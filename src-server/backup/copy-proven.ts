import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type KeptFile, sha256Of } from './manifest.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies a file of a backup and checks the copy; false, and no copy, if it is another one. Whoever keeps the backup may change the
 * file after any look at it, so only the copy is used.
 */
export async function copyProven(
  from: string,
  to: string,
  { sizeBytes, sha256 }: Pick<KeptFile, 'sizeBytes' | 'sha256'>,
): Promise<boolean> {
  await rm(to, { force: true });
  const copy = await open(to, 'wx', 0o600);
  try {
    // One byte too many differs as well; a file without end would fill the disk.
    const bytes = createReadStream(from, { end: sizeBytes, highWaterMark: CHUNK_BYTES });
    await pipeline(bytes, copy.createWriteStream());
    if ((await sha256Of(to)) === sha256) return true;
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  await rm(to);
  return false;
}
