import { describe, expect, test } from 'vitest';
import type { Verdict } from './job.ts';
import type { Plan, Planned } from './plan.ts';
import { report } from './report.ts';
import { codeHashOf, type Result, stillToSee } from './results.ts';
import { SCOPES } from './scopes.ts';

const [, ledger] = SCOPES;
const PATH = `${ledger?.name}/post.ts`;
const LINE = 'if (a < b) return;';

function planned(change: string): Planned {
  const identity = [PATH, LINE, change].join(' | ');
  return {
    path: PATH,
    line: 12,
    start: 0,
    end: 1,
    replacement: '',
    change,
    operator: 'boundary',
    number: 0,
    firstNumber: 0,
    key: identity,
    identity,
    scope: ledger as (typeof SCOPES)[number],
    projects: ['sqlite'],
  };
}

const planOf = (...mutants: Planned[]): Plan => ({
  mutants,
  share: 1,
  sourceHashes: new Map(),
  testHashes: new Map(),
  testsFor: () => [],
});
const result = (verdict: Verdict): Result => ({
  sourceHash: 'one',
  verdict,
  by: verdict === 'killed' ? 'a.test.ts > works' : null,
  seen: { 'a.test.ts': 'a1' },
});

describe('the report', () => {
  const [killed, alive] = [planned('a < b → a > b'), planned('a < b → a <= b')];
  const results = { [killed.key]: result('killed'), [alive.key]: result('survived') };

  test("the mutation report counts a folder's mutants and lists the survivors", () => {
    const { text, ok } = report(planOf(killed, alive), results, {});
    expect(text).toMatch(
      /src-server\/ledger +50\.0 % +1 killed +1 alive +0 equivalent +2 in all {2}aim 95 %: not/,
    );
    expect(text).toContain(`${PATH}:12  a < b → a <= b  (boundary)`);
    expect(text).not.toContain('a < b → a > b');
    expect(ok).toBe(false);
  });

  test('the mutation report marks a mutant that no test runs', () => {
    const { text } = report(planOf(alive), { [alive.key]: result('uncovered') }, {});
    expect(text).toContain('(boundary; no test runs it)');
  });

  test('the mutation report leaves an equivalent mutant out of the score', () => {
    const marks = { [PATH]: [{ line: LINE, changes: [alive.change], because: 'never equal' }] };
    const { text, ok } = report(planOf(killed, alive), results, marks);
    expect(text).toMatch(/100\.0 % +1 killed +0 alive +1 equivalent +2 in all/);
    expect(ok).toBe(true);
  });

  test('the mutation report names marks for a mutant that is gone or killed', () => {
    const marks = {
      [PATH]: [
        { line: 'if (gone) return;', changes: ['gone → true'], because: 'always so' },
        { line: LINE, changes: [killed.change], because: 'never so' },
      ],
    };
    const { text, ok } = report(planOf(killed), results, marks);
    expect(text).toContain('gone → true: there is no such mutant any more');
    expect(text).toContain('a < b → a > b: a test notices it');
    expect(ok).toBe(false);
  });
});

describe('mutants whose result is known', () => {
  const hashes = new Map([
    ['a.test.ts', 'a1'],
    ['b.test.ts', 'b1'],
  ]);
  const tests = [...hashes.keys()];

  test('a killed mutant is tried again only when its source or its killing test changes', () => {
    expect(stillToSee(result('killed'), 'one', tests, hashes)).toEqual([]);
    expect(stillToSee(result('killed'), 'another', tests, hashes)).toEqual(tests);
    expect(stillToSee(result('killed'), 'one', tests, new Map([['a.test.ts', 'a2']]))).toEqual(tests);
  });

  test('a surviving mutant is tried only with changed or new tests', () => {
    expect(stillToSee(result('survived'), 'one', tests, hashes)).toEqual(['b.test.ts']);
    expect(stillToSee(result('survived'), 'another', tests, hashes)).toEqual(tests);
  });

  test('an unknown mutant is tried with all tests', () => {
    expect(stillToSee(undefined, 'one', tests, hashes)).toEqual(tests);
  });
});

test('a mutation result stays valid when only comments or layout of its source change', () => {
  const hash = codeHashOf('/** Cents. */\nexport const LIMIT = 1n; // a day');
  expect(codeHashOf('export const LIMIT =\n  1n;')).toBe(hash);
  expect(codeHashOf('export const LIMIT = 2n;')).not.toBe(hash);
});
