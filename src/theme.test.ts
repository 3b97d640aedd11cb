import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { defaultSystem } from '@chakra-ui/react';
import { expect, it } from 'vitest';
import { system } from './theme.ts';
import { recipes, slotRecipes } from './theme-recipes.ts';

const chakra = join(
  dirname(createRequire(import.meta.url).resolve('@chakra-ui/react/package.json')),
  'dist/esm',
);
const index = readFileSync(join(chakra, 'index.js'), 'utf8');

/** Names that the screens import from Chakra. */
function importedNames(): Set<string> {
  const sources = readdirSync('src', { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join('src', name), 'utf8'));
  const imports = sources.flatMap((text) => [
    ...text.matchAll(/import (?!type)\{([^}]*)\} from '@chakra-ui\/react'/g),
  ]);
  const names = imports.flatMap((match) => (match[1] ?? '').split(','));
  return new Set(
    names.map((name) => name.trim().replace(/ as .*/, '')).filter((name) => name && !/^type /.test(name)),
  );
}

/** Chakra's source file for an exported name. */
function fileOf(name: string): string | null {
  const namespace = new RegExp(`export \\{ (namespace\\$?\\w*) as ${name} \\}`).exec(index)?.[1];
  const pattern = namespace
    ? `import \\* as ${namespace.replace('$', '\\$')} from '([^']+)'`
    : `export \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\./[^']+)'`;
  const path = new RegExp(pattern).exec(index)?.[1];
  return path ? join(chakra, path) : null;
}

/** Recipe keys that a Chakra file and its imports use. */
function recipeKeys(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !file.includes('/components/') || !existsSync(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const own = [...text.matchAll(/key: "(\w+)"/g)].map((match) => match[1] ?? '');
  const parts = [...text.matchAll(/from '(\.[^']+)'/g)].map((match) =>
    resolve(dirname(file), match[1] ?? ''),
  );
  return [...own, ...parts.flatMap((part) => recipeKeys(part, seen))];
}

const used = [...importedNames()].flatMap((name) => {
  const file = fileOf(name);
  return file ? recipeKeys(file) : [];
});

it('every Chakra component used by a screen has its recipe in the theme', () => {
  expect(used).toContain('button');
  const styled = [...new Set(used)].filter(
    (key) => defaultSystem.isRecipe(key) || defaultSystem.isSlotRecipe(key),
  );
  expect(styled.filter((key) => !system.isRecipe(key) && !system.isSlotRecipe(key))).toEqual([]);
});

it('the theme has no recipe that no screen uses', () => {
  const had = [...Object.keys(recipes), ...Object.keys(slotRecipes)];
  expect(had.filter((key) => !used.includes(key))).toEqual([]);
});
