import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What runs: the version of the package, and the commit it was checked out at (12 digits), or null outside a checkout. */
export type Release = { version: string; commit: string | null };

let known: Promise<Release> | null = null;

/** Asked once a process: what is checked out later does not run. */
export const release = (): Promise<Release> => {
  known ??= readRelease(ROOT);
  return known;
};

/** The release in a folder. */
export async function readRelease(folder: string): Promise<Release> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: await commitOf(folder) };
}

async function commitOf(folder: string): Promise<string | null> {
  // Without this a copy inside another checkout would be taken for that one's commit.
  if (!existsSync(join(folder, '.git'))) return null;
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, 'rev-parse', '--short=12', 'HEAD']);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
