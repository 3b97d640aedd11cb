import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);

const linesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, line) => `export const value${line} = [${line}, ${line + 1}, ${line * 2}];`,
  );

const detectIn = (folder: string) =>
  run(process.execPath, ['scripts/duplicates.mjs', folder]).then(
    () => 'none',
    ({ stderr }: { stderr: string }) => stderr,
  );

test('a copy of 15 lines is reported with both places, one of 8 lines is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-duplicates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write('one.ts', linesOf(15));
  write('other.ts', linesOf(8));
  expect(await detectIn(folder)).toBe('none');
  write('other.ts', linesOf(15));
  expect(await detectIn(folder)).toMatch(
    /one\.ts:\d+-\d+.*other\.ts:\d+-\d+.*keep one|other\.ts.*one\.ts.*keep one/,
  );
});
