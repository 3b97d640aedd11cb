import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles } from './house-rules/source-tree.ts';
import { ZONE_ORDER } from './house-rules/zones.ts';

const files = new Set(projectFiles());
const pages = [...files]
  .filter((path) => path === 'README.md' || /^docs\/.*\.md$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const everything = pages.map(({ text }) => text).join('\n');
const found = (pattern: RegExp, text = everything) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

const exists = (path: string): boolean => existsSync(path.replace(/\/$/, ''));
/** `a/{b,c}.ts` names two files; `a/*.ts` and `a/<name>.ts` name a kind of file. */
const spelledOut = (path: string): string[] => {
  const [, before = '', among = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return among === '' ? [path] : among.split(',').map((one) => before + one + after);
};

describe('README and docs', () => {
  test('every link in the README and docs leads to an existing file', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...found(/\]\(([^)\s]+)\)/g, text), ...found(/src="([^"]+)"/g, text)]
        .filter((target) => !/^https?:/.test(target))
        .filter((target) => !exists(join(dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('every file and npm script named in the docs exists', () => {
    const named = found(/`((?:src|src-server|simulator|db|e2e|scripts|docs|bench|tools)\/[^`\s]*)`/g)
      .filter((path) => !/[*<:]/.test(path))
      .flatMap(spelledOut);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !exists(path))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    expect(found(/`?npm run ([\w:-]+)/g).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test('the docs show every screenshot that is kept, and these stay under 2.5 MB', () => {
    const shown = new Set(found(/docs\/screenshots\/([\w-]+\.png)/g));
    const kept = readdirSync('docs/screenshots');
    expect([...shown].toSorted()).toEqual(kept.toSorted());
    const bytes = kept.map((name) => statSync(join('docs/screenshots', name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000);
  });

  test('the README explains every variable of .env.example', () => {
    const readme = readFileSync('README.md', 'utf8');
    const variables = found(/^([A-Z_]+)=/gm, readFileSync('.env.example', 'utf8'));
    expect(variables.length).toBeGreaterThan(15);
    expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test('docs/architecture.md lists the zones of the server in their import order', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(ZONE_ORDER.join(', '));
  });

  test('decisions are numbered from 1 on, without a gap or a duplicate', () => {
    const numbers = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 3)));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, place) => place + 1));
  });
});
