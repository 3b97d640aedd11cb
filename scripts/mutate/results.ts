import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseAst } from 'vite';
import type { Verdict } from './job.ts';

/** `sourceHash`: of the mutant's file · `seen`: code hash of each test file tried */
export type Result = {
  sourceHash: string;
  verdict: Verdict;
  by: string | null;
  seen: Record<string, string>;
};

export type Results = Record<string, Result>;

/** Ignored by git: results are reproducible. */
export const RESULTS_FILE = '.mutate/results.json';

/** Of the code alone: a changed comment or layout keeps results. */
export const codeHashOf = (text: string): string =>
  hashOf(
    JSON.stringify(parseAst(text, { lang: 'ts' }), (key, value) =>
      POSITIONS.includes(key) ? undefined : typeof value === 'bigint' ? String(value) : value,
    ),
  );

const POSITIONS = ['start', 'end', 'range'];

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function readResults(file = RESULTS_FILE): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
}

export function writeResults(results: Results, file = RESULTS_FILE): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results));
}

/** Test files still to try; none if source and detecting test, or all tests tried, are unchanged. */
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
