import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keepPrivate } from './private-files.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const before = process.umask();
const folder = mkdtempSync(join(tmpdir(), 'private-'));
afterEach(() => {
  process.umask(before);
  rmSync(folder, { recursive: true, force: true });
});

test('existing and later files of the data folder, and the database beside it, are readable by their owner alone', () => {
  const dataDir = join(folder, 'data');
  const database = join(folder, 'elsewhere.db');
  mkdirSync(join(dataDir, 'uploads', 'ab'), { recursive: true, mode: 0o755 });
  const outside = join(folder, 'outside');
  const files = [
    join(dataDir, 'simulator.db'),
    join(dataDir, 'uploads', 'ab', 'x.pdf'),
    database,
    `${database}-wal`,
  ];
  for (const path of [...files, outside]) {
    writeFileSync(path, '');
    chmodSync(path, 0o644);
  }
  symlinkSync(outside, join(dataDir, 'link'));
  chmodSync(dataDir, 0o755);

  keepPrivate({ DATA_DIR: dataDir, DATABASE_URL: `file:${database}` });

  expect(files.map(modeOf)).toEqual(files.map(() => 0o600));
  expect([dataDir, join(dataDir, 'uploads'), join(dataDir, 'uploads', 'ab')].map(modeOf)).toEqual([
    0o700, 0o700, 0o700,
  ]);
  expect(modeOf(outside)).toBe(0o644);
  mkdirSync(join(dataDir, 'later'));
  writeFileSync(join(dataDir, 'later', 'file'), '');
  expect([modeOf(join(dataDir, 'later')), modeOf(join(dataDir, 'later', 'file'))]).toEqual([0o700, 0o600]);
});

test('of backups only the folders are looked at, behind which nobody else reaches the files', () => {
  const dataDir = join(folder, 'kept');
  const backups = join(dataDir, 'backups');
  const [one, deep] = [join(backups, 'one'), join(backups, 'one', 'uploads', 'ab')];
  mkdirSync(deep, { recursive: true });
  const [beside, below] = [join(backups, 'one.partial'), join(deep, 'x.pdf')];
  for (const path of [beside, below]) {
    writeFileSync(path, '');
    chmodSync(path, 0o644);
  }
  for (const path of [backups, one, deep]) chmodSync(path, 0o755);

  keepPrivate({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/bank' });

  expect([dataDir, backups, one].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  expect(modeOf(beside)).toBe(0o600);
  // As they were: not one of them was asked for.
  expect([deep, below].map(modeOf)).toEqual([0o755, 0o644]);
});
