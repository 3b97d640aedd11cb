import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Release = { version: string; commit: string | null };

let known: Promise<Release> | null = null;

/** Read once per process: a later checkout is not what runs. */
export const release = (): Promise<Release> => {
  known ??= readRelease(ROOT);
  return known;
};

export async function readRelease(folder: string): Promise<Release> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: await commitOf(folder) };
}

async function commitOf(folder: string): Promise<string | null> {
  // Otherwise git would report the commit of an enclosing checkout.
  if (!existsSync(join(folder, '.git'))) return null;
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, 'rev-parse', '--short=12', 'HEAD']);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
