/** @module-tag slow */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

function fitOf(kinds: readonly (readonly [cells: string, credits: number])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'scoring-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'data.csv');
  const lines = kinds.flatMap(([cells, credits]) => Array.from({ length: credits }, () => cells));
  writeFileSync(path, ['status,duration,credit_history,savings,bad', ...lines, ''].join('\n'));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'scoring-fit.ts'), path],
    { encoding: 'utf8', cwd: join(import.meta.dirname, '..') },
  );
  expect(stderr).not.toMatch(/error/i);
  return { stdout, status };
}

test('scoring-fit fits a credit file and gives more points for a positive balance than for a negative one', () => {
  const { stdout, status } = fitOf([
    ['4,6,4,3,0', 150],
    ['4,6,4,3,1', 20],
    ['2,48,0,1,0', 60],
    ['2,48,0,1,1', 90],
    ['1,24,2,2,0', 70],
    ['1,24,2,2,1', 40],
  ]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^430 credits, 150 bad\n10 × 10 cross-validation: AUC 0\.\d{3} {2}KS/);
  const points = (bin: string) => Number(new RegExp(`${bin} .*points +(-?\\d+)`).exec(stdout)?.[1]);
  expect(points('folga')).toBeGreaterThan(points('sem_conta'));
  expect(points('sem_conta')).toBeGreaterThan(points('negativa'));
}, 60_000);

test('scoring-fit refuses a file with fewer than 100 bad credits', () => {
  const { stdout, status } = fitOf([
    ['4,6,4,3,0', 150],
    ['2,48,0,1,1', 99],
  ]);
  expect(status).toBe(1);
  expect(stdout).toBe('249 credits, 99 bad\ntoo few to fit: at least 100 good and 100 bad are needed\n');
}, 60_000);
