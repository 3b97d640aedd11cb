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
    const named = found(
      /`((?:src|src-server|simulator|db|e2e|scripts|docs|bench|tools|deploy|public)\/[^`\s]*)`/g,
    )
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

  test('the picture in docs/architecture.md names every zone, and the page has at most 200 lines', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const [picture = ''] = found(/```mermaid\nflowchart([\s\S]*?)```/g, page);
    const folders = readdirSync('src-server', { withFileTypes: true }).filter((one) => one.isDirectory());
    const zones = folders.map(({ name }) => name).filter((name) => !/^(testing|whole-bank)$/.test(name));
    expect(zones).toEqual(expect.arrayContaining(ZONE_ORDER));
    expect(zones.filter((zone) => !new RegExp(`\\b${zone}\\b`).test(picture))).toEqual([]);
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });

  test('every decision has the same headings in the same order', () => {
    const form =
      /^# (\d{3}) .+\n\n- Status: .+\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Alternatives\n[\s\S]+\n## Consequences\n/;
    const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/'));
    const others = decisions.filter(
      ({ path, text }) => form.exec(text)?.[1] !== path.slice('docs/decisions/'.length).slice(0, 3),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  test('every word of the screens in the glossary occurs in the sources', () => {
    const words = found(
      /^\| [^|]+ \| ([^|]*) \| [^|]+ \| ?[^|]* ?\|$/gm,
      readFileSync('docs/glossary.md', 'utf8'),
    )
      .filter((cell) => cell !== 'on screen' && cell !== '---')
      .flatMap((cell) => cell.split(', ').filter((word) => word.trim() !== ''));
    const texts = [...files]
      .filter((path) => /^src(-server\/domain)?\/.*(?<!\.test)\.tsx?$/.test(path))
      .map((path) => readFileSync(path, 'utf8').toLowerCase())
      .join('\n');
    expect(words.length).toBeGreaterThan(40);
    expect(words.filter((word) => !texts.includes(word.toLowerCase()))).toEqual([]);
  });

  test('every change of docs/how-to.md touches at most 8 numbered files, and all of them exist', () => {
    const changes = readFileSync('docs/how-to.md', 'utf8').split(/^## /m).slice(1);
    expect(changes.map((change) => change.split('\n')[0])).toEqual([
      'Add a column',
      'Add a notification',
      'Add a list',
      'Decide a movement of money in a group',
      'Add a REST path',
      'Add a rule',
    ]);
    for (const change of changes) {
      const touched = found(/^\d\. `([^`]+)`/gm, change);
      expect(touched.length, change).toBe(found(/^(\d+)\. /gm, change).length);
      expect(touched.length, change).toBeLessThanOrEqual(8);
      expect(touched.filter((path) => !exists(path))).toEqual([]);
    }
  });

  test('decisions are numbered from 1 on, without a gap or a duplicate', () => {
    const numbers = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 3)));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, place) => place + 1));
  });
});
