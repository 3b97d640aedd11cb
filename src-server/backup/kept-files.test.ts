import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFolders, describeFiles, putFilesBack } from './kept-files.ts';
import { manifestSchema } from './manifest.ts';
import { putUpload } from './testing/put-upload.ts';

const whole = (name: string) => `${name} `.repeat(50);

/** A data folder with two uploads, and a backup of them with its manifest. */
async function scene() {
  const root = mkdtempSync(join(tmpdir(), 'valebank-kept-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [dataDir, backup] = [join(root, 'data'), join(root, 'backup')];
  const [one = '', two = ''] = ['one', 'two'].map((name) => putUpload(dataDir, name, whole(name)));
  await copyFolders(dataDir, backup);
  const manifestFiles = await describeFiles(backup);
  const read = (path: string) => readFileSync(join(dataDir, path), 'utf8');
  return { dataDir, backup, one, two, manifestFiles, read };
}

test('a restore names and replaces a damaged upload, restores a missing one and keeps later ones', async () => {
  const { dataDir, backup, manifestFiles, one, two, read } = await scene();
  // Same size: only the SHA-256 differs.
  putUpload(dataDir, 'one', whole('eno'));
  rmSync(join(dataDir, two));
  const later = putUpload(dataDir, 'three', 'later');
  expect(await putFilesBack(backup, dataDir, manifestFiles)).toEqual({
    count: 2,
    replaced: [one],
    lost: [],
    isProven: true,
  });
  expect([one, two, later].map(read)).toEqual([whole('one'), whole('two'), 'later']);
  expect(readdirSync(dirname(join(dataDir, one)))).toEqual(['one.pdf']);
});

test('an upload that is damaged in the backup is named, and an intact one in the data folder stays', async () => {
  const { dataDir, backup, manifestFiles, one, two, read } = await scene();
  for (const path of [one, two]) writeFileSync(join(backup, path), 'damaged');
  rmSync(join(dataDir, two));
  expect(await putFilesBack(backup, dataDir, manifestFiles)).toEqual({
    count: 1,
    replaced: [],
    lost: [two],
    isProven: true,
  });
  expect(read(one)).toBe(whole('one'));
  expect(existsSync(join(dataDir, two))).toBe(false);
});

test('a backup of an older release, without SHA-256 of the uploads, restores missing ones and says that they are unverified', async () => {
  const { dataDir, backup, one, two, read } = await scene();
  writeFileSync(join(dataDir, one), 'other');
  rmSync(join(dataDir, two));
  expect(await putFilesBack(backup, dataDir, undefined)).toEqual({
    count: 2,
    replaced: [],
    lost: [],
    isProven: false,
  });
  expect([one, two].map(read)).toEqual(['other', whole('two')]);
});

test('an upload that was still being written during its first copy is complete in the backup', async () => {
  const { dataDir, backup } = await scene();
  const path = putUpload(dataDir, 'four', 'half');
  await copyFolders(dataDir, backup);
  putUpload(dataDir, 'four', 'half and the other half');
  await copyFolders(dataDir, backup);
  expect(readFileSync(join(backup, path), 'utf8')).toBe('half and the other half');
});

test('a manifest that names a file outside the data folder is refused', () => {
  const { files } = manifestSchema.shape;
  const named = (path: string) => files.safeParse([{ path, sizeBytes: 1, sha256: '' }]).success;
  expect(['../keys', 'uploads/../../keys', '/etc/passwd', ''].map(named)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(named('uploads/ab/one.pdf')).toBe(true);
});
