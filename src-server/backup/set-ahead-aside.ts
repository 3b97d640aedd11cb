import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '#db/away';
import { flush } from './flush.ts';
import { AHEAD, backupsFolder, isAhead, listBackups } from './manifest.ts';

/** Renames backups taken while the clock was ahead to '.ahead': their age is unknown. Returns their old names. */
export async function setAheadAside(dataDir: string, now: Date): Promise<string[]> {
  const folder = backupsFolder(dataDir);
  const ahead = (await listBackups(dataDir)).filter((backup) => isAhead(backup, now));
  for (const { name } of ahead)
    await rename(join(folder, name), join(folder, name + AHEAD)).catch((error: unknown) => {
      // Another process was first.
      if (!hasCode(error, ['ENOENT'])) throw error;
    });
  if (ahead.length > 0) await flush(folder);
  return ahead.map(({ name }) => name);
}
