import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { projectFiles } from '../house-rules/source-tree.ts';
import { findMutants } from './find-mutants.ts';
import { type Distances, importGraph, testDistance } from './import-graph.ts';
import { identityOf, type Mutant } from './mutant.ts';
import { codeHashOf, hashOf } from './results.ts';
import { isTestOf, type Project, projectsOf, SCOPES, type Scope, testName } from './scopes.ts';

export type Planned = Mutant & {
  number: number;
  firstNumber: number;
  key: string;
  identity: string;
  scope: Scope;
  projects: Project[];
};

export type Plan = {
  mutants: Planned[];
  /** Below 1: a sample, chosen by key. */
  share: number;
  sourceHashes: Map<string, string>;
  /** By `testName`. */
  testHashes: Map<string, string>;
  /** Nearest first. */
  testsFor: (project: Project, source: string) => string[];
};

/**
 * Which faults to plan. `only`: paths of sources (empty: all) · `changed`: limits these to sources that changed, or whose
 * nearest tests did (null: no limit) · `share`: part of the faults, 0 to 1.
 */
export type Wanted = { only: string[]; changed: ReadonlySet<string> | null; share: number };

export function makePlan(wanted: Wanted): Plan {
  const paths = projectFiles().filter((path) => /^(src-server|db|simulator)\/.*\.ts$/.test(path));
  const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const reach = importGraph(texts);
  const tests = paths.filter((path) => isTestOf('unit', path) || isTestOf('sqlite', path));
  const asked = tests.filter((path) => !isOnlyProof(texts.get(path) ?? ''));
  const distances = new Map(asked.map((path) => [path, reach(path)]));
  const mutated = paths.filter((path) => !isTest(path) && isWanted(path, wanted, distances));
  const hashes = (of: string[]) => new Map(of.map((path) => [path, codeHashOf(texts.get(path) ?? '')]));
  const testHashes = hashes(asked);
  const onPostgres = asked.filter((path) => texts.get(path)?.includes('@module-tag postgres'));
  for (const path of onPostgres) testHashes.set(testName('postgres', path), testHashes.get(path) ?? '');
  return {
    mutants: number(mutated, texts).filter(({ key }) => isInShare(key, wanted.share)),
    share: wanted.share,
    sourceHashes: hashes(mutated),
    testHashes,
    testsFor: (project, source) =>
      nearest(project, source, distances).filter((path) => testHashes.has(testName(project, path))),
  };
}

const isInShare = (key: string, share: number): boolean =>
  Number.parseInt(hashOf(key).slice(0, 8), 16) < share * 2 ** 32;

const isTest = (path: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(path);
const isOnlyProof = (text: string): boolean => text.includes('@module-tag prove');
const scopeOf = (path: string): Scope | undefined => SCOPES.find(({ includes }) => includes(path));

function isWanted(path: string, { only, changed }: Wanted, distances: Map<string, Distances>): boolean {
  if (!scopeOf(path) || (only.length > 0 && !only.some((one) => path === one || path.startsWith(`${one}/`))))
    return false;
  if (!changed || changed.has(path)) return true;
  return [...distances].some(
    ([test, reached]) => changed.has(test) && testDistance(test, path, reached) <= 1,
  );
}

function number(mutated: readonly string[], texts: ReadonlyMap<string, string>): Planned[] {
  const seen = new Map<string, number>();
  const planned: Planned[] = [];
  for (const path of mutated) {
    const text = texts.get(path) ?? '';
    const firstNumber = planned.length;
    const scope = scopeOf(path) as Scope;
    const projects = projectsOf(scope, text);
    for (const mutant of findMutants(path, text)) {
      const identity = identityOf(mutant, text);
      const times = (seen.get(identity) ?? 0) + 1;
      seen.set(identity, times);
      const key = times === 1 ? identity : `${identity} | ${times}`;
      planned.push({
        ...mutant,
        number: planned.length,
        firstNumber,
        key,
        identity,
        scope,
        projects,
      });
    }
  }
  return planned;
}

function nearest(project: Project, source: string, distances: Map<string, Distances>): string[] {
  return [...distances]
    .filter(([test]) => isTestOf(project, test))
    .map(([test, reached]) => ({ test, distance: testDistance(test, source, reached) }))
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance || one.test.localeCompare(other.test))
    .map(({ test }) => test);
}

/** Files that differ from a commit, untracked ones included. */
export function changedSince(commit: string): Set<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return new Set([
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]);
}
