import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { flush } from './flush.ts';
import { type KeptFile, sha256Of } from './manifest.ts';

/** Folders of the data directory that a backup leaves out: the backups themselves. */
const LEFT_OUT = 'backups';

/** Copies every folder of the data directory into a backup; what is there already only where it has grown since. */
export async function copyFolders(dataDir: string, to: string): Promise<void> {
  for (const item of await readdir(dataDir, { withFileTypes: true })) {
    if (!item.isDirectory() || item.name === LEFT_OUT) continue;
    for (const path of await filesBelow(dataDir, item.name))
      await copyGrown(join(dataDir, path), join(to, path));
  }
}

async function copyGrown(from: string, to: string): Promise<void> {
  const size = await sizeOf(from);
  // Gone meanwhile, or copied whole.
  if (size === null || size === (await sizeOf(to))) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to).catch(unlessGone);
}

/** Every file below a folder of a backup, with what proves it whole; none where the folder is missing. */
export async function describeFiles(folder: string): Promise<KeptFile[]> {
  const described: KeptFile[] = [];
  for (const path of await filesBelow(folder, '')) {
    const file = join(folder, path);
    described.push({ path, sizeBytes: (await stat(file)).size, sha256: await sha256Of(file) });
  }
  return described;
}

/** Paths of the files below `folder`/`start`, from `folder` on, with '/' between names, sorted. */
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
 * What became of the files: how many of the backup's stand in the data directory now; those that were there, damaged, and
 * have been replaced; those that the backup itself no longer has whole. `isProven` false: a backup of the time before files
 * had a SHA-256, whose files were put back as they are.
 */
export type RestoredFiles = { count: number; replaced: string[]; lost: string[]; isProven: boolean };

/**
 * Puts a backup's files into the data directory: those that are missing, and those that are not what they were. Each is
 * there whole or not at all, and survives a power cut. What came after the backup stays.
 */
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

/** Whether it could be: not when the backup's own file is damaged or gone. */
async function putBack(from: string, to: string, file: KeptFile): Promise<boolean> {
  const incoming = `${to}.restoring`;
  await makeFolder(dirname(to));
  await rm(incoming, { force: true });
  if ((await sizeOf(from)) === null) return false;
  await copyFile(from, incoming);
  if (!(await isWhole(incoming, file))) {
    await rm(incoming);
    return false;
  }
  await flush(incoming);
  await rename(incoming, to);
  await flush(dirname(to));
  return true;
}

/** Makes a folder that survives a power cut, with those above it. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) await flush(dirname(made));
}

const isWhole = async (path: string, { sizeBytes, sha256 }: KeptFile): Promise<boolean> =>
  (await sizeOf(path)) === sizeBytes && (await sha256Of(path)) === sha256;

/** In bytes; null: there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(unlessGone);
  return found?.size ?? null;
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')))
    throw error;
}
