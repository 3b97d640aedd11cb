import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs (fsync) a file's content or a folder's names, so that they survive a power failure. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function flushAll(folder: string): Promise<void> {
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    await (item.isDirectory() ? flushAll(path) : flush(path));
  }
  await flush(folder);
}
