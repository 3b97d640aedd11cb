import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { canonicalJson } from '#domain/canonical-json';
import { CLOCK_TOLERANCE_SECONDS } from '#domain/jobs/clock-standing';
import type { KeyRing } from '#server/kernel/keys';

/** Path inside the data directory (`..` is rejected). */
const keptFileSchema = z.object({
  path: z.string().refine((path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..')),
  sizeBytes: z.int(),
  sha256: z.string(),
});
export type KeptFile = z.output<typeof keptFileSchema>;

/**
 * `at` is real time; `files` is missing in backups from before November 2026. `signature`: of all the rest with the bank's keys, which no
 * backup contains: who keeps the copies must not be able to write one.
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
  signature: z.object({ keyId: z.string(), mac: z.string() }).optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

type Keys = Pick<KeyRing, 'sign' | 'verify'>;

const PURPOSE = 'backup';

const signedText = (manifest: Manifest): string =>
  canonicalJson({ ...manifestSchema.parse(manifest), signature: undefined });

export const signed = (manifest: Manifest, keys: Keys): Manifest => ({
  ...manifest,
  signature: keys.sign(PURPOSE, signedText(manifest)),
});

/** Null: not signed, as before 27 November 2026. */
export const isOurs = (manifest: Manifest, keys: Keys): boolean | null =>
  manifest.signature ? keys.verify(PURPOSE, signedText(manifest), manifest.signature) : null;

export const MANIFEST = 'manifest.json';
/** Complete backups; an unfinished one ends in '.partial'. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

export type Backup = Manifest & { name: string };

export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/** '2026-11-21T03:30:00.000Z' → '2026-11-21T03-30-00Z', valid on every file system. */
export const backupName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Suffix of a backup that was taken while the clock was ahead. */
export const AHEAD = '.ahead';

/** A backup from the future: the clock was ahead then, or is behind now. */
export const isAhead = ({ name }: Pick<Backup, 'name'>, now: Date): boolean =>
  name > backupName(new Date(now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000));

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
    // No manifest: unfinished, or tampered with.
    return null;
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
