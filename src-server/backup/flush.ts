import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a file holds, or which names a folder has, survives a power cut once this is done (fsync). */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same of a folder with everything in it. */
export async function flushAll(folder: string): Promise<void> {
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    await (item.isDirectory() ? flushAll(path) : flush(path));
  }
  await flush(folder);
}
