import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { importsOf, sources } from '../house-rules/source-tree.ts';
import { hashOf } from './results.ts';

/** Import distance to each reachable file (itself: 0); type-only imports do not count. */
export type Distances = Map<string, number>;

/** Cached by content hash, since parsing is slow. */
type Known = Record<string, { hash: string; targets: string[] }>;

const KNOWN_FILE = '.mutate/imports.json';

export function importGraph(texts: ReadonlyMap<string, string>): (from: string) => Distances {
  const known = existsSync(KNOWN_FILE) ? (JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as Known) : {};
  const now: Known = {};
  for (const [path, text] of texts) {
    const hash = hashOf(text);
    const before = known[path];
    now[path] = before?.hash === hash ? before : { hash, targets: targetsOf(path) };
  }
  mkdirSync(dirname(KNOWN_FILE), { recursive: true });
  writeFileSync(KNOWN_FILE, JSON.stringify(now));
  return (from) => {
    const distances: Distances = new Map([[from, 0]]);
    for (const [path, distance] of distances)
      for (const target of now[path]?.targets ?? [])
        if (!distances.has(target)) distances.set(target, distance + 1);
    return distances;
  };
}

const targetsOf = (path: string): string[] =>
  sources([path])
    .flatMap(importsOf)
    .flatMap(({ target, typeOnly }) => (target && !typeOnly ? [target] : []));

/**
 * 0 is nearest: own test; then tests named alike in its folder ('x-more.test.ts' and 'x.test.ts' of 'x-more.ts'), direct
 * importers, same folder, same area, others; Infinity: not reached.
 */
export function testDistance(test: string, source: string, distances: Distances): number {
  const distance = distances.get(source);
  if (distance === undefined) return Number.POSITIVE_INFINITY;
  const area = (path: string) => path.split('/').slice(0, 2).join('/');
  const [name, testName] = [basename(source, '.ts'), basename(test, '.test.ts')];
  const isBeside = dirname(test) === dirname(source);
  if (isBeside && testName === name) return 0;
  if (isBeside && (testName.startsWith(`${name}-`) || name.startsWith(`${testName}-`))) return 0.5;
  if (distance === 1) return 1;
  const place = isBeside ? 2 : area(test) === area(source) ? 3 : 4;
  return place * 100 + distance;
}
