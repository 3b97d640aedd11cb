import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['bench', 'db', 'simulator', 'src-server'];

/** All tests get their database from this module. */
const FIXTURE = 'db/testing/test-db.ts';

/** The domain imports nothing else, so it is not searched. */
const ALIASES: Record<string, string> = {
  '#db/': 'db/',
  '#server/': 'src-server/',
  '#simulator/': 'simulator/',
};

/** Server tests that import a database directly or through helpers, which run on each engine, and the others. */
export function testsByDatabase(): { withDatabase: string[]; withoutDatabase: string[] } {
  const known = new Map<string, string[]>();
  const opensDatabase = (test: string): boolean => {
    const reached = new Set([test]);
    for (const path of reached) {
      const imports = known.get(path) ?? importsOf(path);
      known.set(path, imports);
      for (const one of imports) reached.add(one);
    }
    return reached.has(FIXTURE);
  };
  const files = FOLDERS.flatMap(testFiles).sort();
  return {
    withDatabase: files.filter(opensDatabase),
    withoutDatabase: files.filter((path) => !opensDatabase(path)),
  };
}

const testFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.test.ts'));

function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, specifier = '']) => {
    const target = resolved(path, specifier);
    return target?.endsWith('.ts') && existsSync(join(ROOT, target)) ? [target] : [];
  });
}

function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  return alias ? `${ALIASES[alias]}${specifier.slice(alias.length)}.ts` : null;
}
