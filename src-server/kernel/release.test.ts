import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRelease } from './release.ts';

const folder = mkdtempSync(join(tmpdir(), 'valebank-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@x.example', ...args], {
    encoding: 'utf8',
  });

test('the release names the version, and the commit if there is one', async () => {
  writeFileSync(join(folder, 'package.json'), '{"version":"3.2.1"}');
  expect(await readRelease(folder)).toEqual({ version: '3.2.1', commit: null });
  git('init', '-q');
  expect(await readRelease(folder)).toEqual({ version: '3.2.1', commit: null });
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(await readRelease(folder)).toEqual({ version: '3.2.1', commit });

  const copy = join(folder, 'copy');
  mkdirSync(copy);
  writeFileSync(join(copy, 'package.json'), '{"version":"1.0.0"}');
  expect(await readRelease(copy)).toEqual({ version: '1.0.0', commit: null });
});
