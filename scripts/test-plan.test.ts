import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testsByDatabase } from '#db/testing/tests-by-database';
import { planOf, type Step } from './test-plan.mjs';

type Mode = Parameters<typeof planOf>[0];

const plans = { test: planOf('test', '/tmp'), prove: planOf('prove', '/tmp'), all: planOf('all', '/tmp') };

const stepsOf = (mode: Mode, project: string): Step[] =>
  plans[mode].filter(({ args }) => args[args.indexOf('--project') + 1] === project);

/** Null: all files. */
function filesOf(mode: Mode, project: string): Set<string> | null {
  const lists = stepsOf(mode, project).map(({ args }) => args.filter((arg) => /\.test\.tsx?$/.test(arg)));
  return lists.some((list) => list.length === 0) ? null : new Set(lists.flat());
}

const testFilesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

test('every e2e file is run by npm test or by npm run prove', () => {
  const planned = [filesOf('test', 'e2e'), filesOf('prove', 'e2e')];
  expect(planned).not.toContain(null);
  expect(testFilesOf('e2e').filter((file) => !planned.some((files) => files?.has(file)))).toEqual([]);
});

test('an e2e file that npm test runs has no tag of the proofs, and others have it', () => {
  const isProof = (file: string) => /@module-tag (prove|release)\b/.test(readFileSync(file, 'utf8'));
  expect([...(filesOf('test', 'e2e') ?? [])].filter(isProof)).toEqual([]);
  const proofs = testFilesOf('e2e').filter(isProof);
  expect(proofs.length).toBeGreaterThan(0);
  expect(proofs.filter((file) => !filesOf('prove', 'e2e')?.has(file))).toEqual([]);
});

test('every test file with a database is run on PostgreSQL by npm test or by npm run prove', () => {
  const planned = [filesOf('test', 'postgres'), filesOf('prove', 'postgres')];
  expect(planned).not.toContain(null);
  const { withDatabase } = testsByDatabase();
  expect(withDatabase.length).toBeGreaterThan(100);
  expect(withDatabase.filter((file) => !planned.some((files) => files?.has(file)))).toEqual([]);
});

test('a test file with a proof in it is run by npm run prove', () => {
  const hasProof = (file: string) =>
    /proofScale\(|\btags:|@module-tag (prove|release|scaled)\b/.test(readFileSync(file, 'utf8'));
  const proofs = [...testFilesOf('e2e'), ...testsByDatabase().withDatabase].filter(hasProof);
  const proven = new Set(['e2e', 'sqlite'].flatMap((project) => [...(filesOf('prove', project) ?? [])]));
  expect(proofs.length).toBeGreaterThan(0);
  expect(proofs.filter((file) => !proven.has(file))).toEqual([]);
});

test('a test file without a database asks for no engine, and starts processes only in the lane for them', () => {
  const { withoutDatabase } = testsByDatabase();
  const asks = (file: string) => /inject\('engine'|@module-tag processes/.test(readFileSync(file, 'utf8'));
  expect(withoutDatabase.filter(asks)).toEqual([]);
});

test('test.mjs --all runs every project but PostgreSQL without what only a release needs, and the files that start processes in a step of their own', () => {
  for (const project of ['unit', 'sqlite', 'e2e']) {
    const whole = stepsOf('all', project).filter(
      ({ args }) => !args.some((arg) => /\.test\.tsx?$/.test(arg)),
    );
    expect(whole, project).toHaveLength(1);
    const filter = whole[0]?.args.find((arg) => arg.startsWith('--tags-filter='));
    expect(filter, project).toBe(`--tags-filter=${project === 'e2e' ? '' : '!processes && '}!release`);
  }
  const onPostgres = filesOf('all', 'postgres');
  const tagged = testsByDatabase().withDatabase.filter((file) =>
    /@module-tag (postgres|postgresInCi|prove|scaled)\b|\brace(Test)?\(|proofScale\(/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(tagged.length).toBeGreaterThan(60);
  expect(tagged.filter((file) => !onPostgres?.has(file))).toEqual([]);
  for (const engine of ['sqlite', 'postgres'])
    expect(
      stepsOf('all', engine).filter(({ args }) => args.includes('--tags-filter=processes && !release')),
    ).toHaveLength(1);
});

test('every decision is tested without a database', () => {
  const decided = sourcesOf('src-server').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^export const (\w+)[^\n]*: Decision</gm),
  ]);
  const tests = testsByDatabase()
    .withoutDatabase.map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes('.decide('));
  const names = decided.map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !tests.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
});

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
