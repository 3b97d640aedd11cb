import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { copyProven } from './copy-proven.ts';
import { flush } from './flush.ts';
import { type KeptFile, sha256Of } from './manifest.ts';

/** The backups folder itself is not backed up. */
const LEFT_OUT = 'backups';

/** Copies every folder of the data directory. A file is copied a second time only if its size has changed. */
export async function copyFolders(dataDir: string, to: string): Promise<void> {
  for (const item of await readdir(dataDir, { withFileTypes: true })) {
    if (!item.isDirectory() || item.name === LEFT_OUT) continue;
    for (const path of await filesBelow(dataDir, item.name))
      await copyGrown(join(dataDir, path), join(to, path));
  }
}

async function copyGrown(from: string, to: string): Promise<void> {
  const size = await sizeOf(from);
  // Deleted meanwhile, or already copied whole.
  if (size === null || size === (await sizeOf(to))) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to).catch(unlessGone);
}

export async function describeFiles(folder: string): Promise<KeptFile[]> {
  const described: KeptFile[] = [];
  for (const path of await filesBelow(folder, '')) {
    const file = join(folder, path);
    described.push({ path, sizeBytes: (await stat(file)).size, sha256: await sha256Of(file) });
  }
  return described;
}

async function filesBelow(folder: string, start: string): Promise<string[]> {
  const found = await readdir(join(folder, start), { recursive: true, withFileTypes: true }).catch(
    unlessGone,
  );
  return (found ?? [])
    .filter((item) => item.isFile())
    .map((item) =>
      join(item.parentPath, item.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .toSorted();
}

/**
 * `replaced`: damaged and restored; `lost`: damaged in the backup too. `isProven` false: an old backup without hashes.
 */
export type RestoredFiles = { count: number; replaced: string[]; lost: string[]; isProven: boolean };

/** Restores missing and changed files; newer files stay. Each is written atomically and synced. */
export async function putFilesBack(
  folder: string,
  dataDir: string,
  manifestFiles: KeptFile[] | undefined,
): Promise<RestoredFiles> {
  const files = manifestFiles ?? (await describeFiles(folder));
  const result: RestoredFiles = { count: 0, replaced: [], lost: [], isProven: manifestFiles !== undefined };
  for (const file of files) {
    const target = join(dataDir, file.path);
    const isThere = (await sizeOf(target)) !== null;
    if (isThere && (!result.isProven || (await isWhole(target, file)))) {
      result.count += 1;
    } else if (await putBack(join(folder, file.path), target, file)) {
      result.count += 1;
      if (isThere) result.replaced.push(file.path);
    } else {
      result.lost.push(file.path);
    }
  }
  return result;
}

/** False when the backup's own file is damaged or missing. */
async function putBack(from: string, to: string, file: KeptFile): Promise<boolean> {
  const incoming = `${to}.restoring`;
  await makeFolder(dirname(to));
  if ((await sizeOf(from)) === null || !(await copyProven(from, incoming, file))) return false;
  await flush(incoming);
  await rename(incoming, to);
  await flush(dirname(to));
  return true;
}

export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) await flush(dirname(made));
}

const isWhole = async (path: string, { sizeBytes, sha256 }: KeptFile): Promise<boolean> =>
  (await sizeOf(path)) === sizeBytes && (await sha256Of(path)) === sha256;

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(unlessGone);
  return found?.size ?? null;
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')))
    throw error;
}
