import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { CLOCK_TOLERANCE_SECONDS } from '#domain/jobs/clock-standing';

/** A file beside the database, by its path in the data directory (never out of it), and what proves it whole. */
const keptFileSchema = z.object({
  path: z.string().refine((path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..')),
  sizeBytes: z.int(),
  sha256: z.string(),
});
export type KeptFile = z.output<typeof keptFileSchema>;

/**
 * What is known of a backup: when it was begun (real time), of which engine it is, its file with size and SHA-256, what
 * its ledger held when it was opened and checked, and the uploaded files (missing in backups of before November 2026).
 */
export const manifestSchema = z.object({
  at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  file: z.enum(['valebank.db', 'valebank.dump']),
  sizeBytes: z.int(),
  sha256: z.string(),
  transactions: z.int(),
  entries: z.int(),
  durationMs: z.int(),
  files: z.array(keptFileSchema).optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
/** Folders of backups that are complete; one that is being made ends in '.partial'. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/** A backup on disk: its folder's name, and its manifest. */
export type Backup = Manifest & { name: string };

export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/** '2026-11-21T03:30:00.000Z' → '2026-11-21T03-30-00Z', a name that every file system takes. */
export const backupName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** How the name of a backup ends whose moment was of a clock that was ahead. */
export const AHEAD = '.ahead';

/** Whether a backup is of the future: the machine's clock was ahead when it was taken, or is behind. */
export const isAhead = ({ name }: Pick<Backup, 'name'>, now: Date): boolean =>
  name > backupName(new Date(now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000));

/** The complete backups of a data directory, newest first. */
export async function listBackups(dataDir: string): Promise<Backup[]> {
  const folder = backupsFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => NAME.test(name))
      .toSorted()
      .toReversed()
      .map((name) => readBackup(join(folder, name), name)),
  );
  return found.filter((backup) => backup !== null);
}

async function readBackup(folder: string, name: string): Promise<Backup | null> {
  try {
    return { name, ...manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))) };
  } catch {
    // Without a manifest it was never finished, or somebody took it apart.
    return null;
  }
}

/** The SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
