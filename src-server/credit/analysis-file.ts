import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Leaves nothing behind on failure; returns the path relative to `dataDir`. */
export async function keepFile(dataDir: string, bytes: Uint8Array): Promise<string> {
  const name = randomBytes(16).toString('hex');
  const path = join('uploads', name.slice(0, 2), `${name}.pdf`);
  await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
  const options = { flag: 'wx', mode: 0o600, flush: true } as const;
  await writeFile(join(dataDir, path), bytes, options).catch(async (error: unknown) => {
    await forgetFile(dataDir, path);
    throw error;
  });
  return path;
}

export const forgetFile = (dataDir: string, path: string): Promise<void> =>
  rm(join(dataDir, path), { force: true });

export const readKept = async (dataDir: string, path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(join(dataDir, path)));
