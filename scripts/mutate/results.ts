import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Verdict } from './job.ts';

/** What is known of a mutant. `sourceHash` is of its file, `seen` has the hash of each test file that was looked at. */
export type Result = {
  sourceHash: string;
  verdict: Verdict;
  by: string | null;
  seen: Record<string, string>;
};

/** Results by the mutant's key. */
export type Results = Record<string, Result>;

/** Git ignores it: results can always be had again. */
export const RESULTS_FILE = '.mutate/results.json';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function readResults(file = RESULTS_FILE): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
}

export function writeResults(results: Results, file = RESULTS_FILE): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results));
}

/**
 * The test files that still have to look at a mutant: none when what is known of it holds (its file is the same, and so is the
 * test that noticed it, or every test that did not).
 */
export function stillToSee(
  known: Result | undefined,
  sourceHash: string,
  tests: readonly string[],
  hashes: ReadonlyMap<string, string>,
): string[] {
  if (known?.sourceHash !== sourceHash) return [...tests];
  if (known.verdict === 'survived' || known.verdict === 'uncovered')
    return tests.filter((test) => known.seen[test] !== hashes.get(test));
  const noticedBy = known.by?.split(' > ')[0] ?? '';
  return known.seen[noticedBy] === hashes.get(noticedBy) ? [] : [...tests];
}
