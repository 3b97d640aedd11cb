import type { Problem } from './rules.ts';
import { importsOf, type Source } from './source-tree.ts';

/** Each import cycle once, by its shortest path. */
export function circles(all: Source[]): Problem[] {
  const imports = new Map(
    all
      .filter(({ isTest }) => !isTest)
      .map((source) => [source.path, importsOf(source).flatMap(({ target }) => target ?? [])]),
  );
  const found: Problem[] = [];
  const told = new Set<string>();
  for (const start of [...imports.keys()].sort()) {
    const way = shortestWayBack(start, imports);
    if (!way || way.some((path) => told.has(path))) continue;
    for (const path of way) told.add(path);
    found.push(`${way.join(' → ')} → ${start}: move what both need to a file of its own`);
  }
  return found;
}

function shortestWayBack(start: string, imports: Map<string, string[]>): string[] | null {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  // The loop also visits what it pushes.
  for (const way of ways)
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return null;
}
