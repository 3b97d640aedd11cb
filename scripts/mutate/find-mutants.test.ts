import { expect, test } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { instrument } from './instrument.ts';

const changes = (text: string): string[] => findMutants('x.ts', text).map(({ change }) => change);

test.each([
  ['const x = a + b * 2;', ['a + b * 2 → a - b * 2', 'b * 2 → b / 2', '2 → 3', '2 → 1']],
  ['f(a < b);', ['f(a < b); → undefined;', 'a < b → a <= b', 'a < b → a >= b']],
  ['const x = a && !b;', ['a && !b → a || !b', '!b → b']],
  ['const x = a ?? b;', ['a ?? b → a', 'a ?? b → b']],
  ['if (a) b();', ['a → true', 'a → false', 'b(); → undefined;']],
  ['function f() { return a; }', ['return a; → return undefined;']],
  ['const x = a?.b?.();', ['a?.b?.() → a?.b()', 'a?.b → a.b']],
  ['const x = (a ?? b).trim();', ['(a ?? b).trim() → (a ?? b)', 'a ?? b → a', 'a ?? b → b']],
  ['const x = /^a$/.test(b);', ['/^a$/ → /a$/', '/^a$/ → /^a/']],
  [
    'const x = list.some((one) => one === true);',
    [
      'list.some((one) => one === true) → list.every((one) => one === true)',
      'one === true → one !== true',
      'true → false',
    ],
  ],
  ["const x = ['a', 'b'] as const;", ["['a', 'b'] → []"]],
  [
    'class A extends B { constructor() { super(1 + 2); } }',
    ['1 + 2 → 1 - 2', '1 → 2', '1 → 0', '2 → 3', '2 → 1'],
  ],
])('every mutant of "%s" is found', (text, expected) => {
  expect(changes(text).toSorted()).toEqual(expected.toSorted());
});

test('texts, types, names and keys get no mutants', () => {
  expect(
    changes("import a from 'b';\ntype T = 1 | true;\nconst x: 2 = { 3: 'c', d: `e` + f };\nx.g = h as 4;"),
  ).toEqual([]);
});

test('query conditions are negated and left out only in files that make queries', () => {
  const query = 'const x = and(eq(a, b), isNull(c));';
  expect(changes(query)).toEqual([]);
  expect(changes(`import { and } from 'drizzle-orm';\n${query}`)).toEqual([
    'and(eq(a, b), isNull(c)) → and(isNull(c))',
    'and(eq(a, b), isNull(c)) → and(eq(a, b))',
    'eq(a, b) → $sql.ne(a, b)',
    'isNull(c) → $sql.isNotNull(c)',
  ]);
});

test('an instrumented source behaves as before until one of its mutants is active', () => {
  const text = 'function made(a, b) { const c = a?.at(-1) ?? 7; return b > 0 && c > b ? c - b : [c][0]; }';
  const mutants = findMutants('x.ts', text);
  const results = [-1, ...mutants.keys()].map((active) => {
    const make = new Function(
      'active',
      `globalThis.__mutant = (n) => n === active;${instrument(text, mutants, 0)};return made;`,
    );
    const made = make(active) as (a: number[] | undefined, b: number) => unknown;
    return JSON.stringify([() => made([2, 5], 3), () => made([4], 0), () => made(undefined, 7)].map(outcome));
  });
  expect(results[0]).toBe('[2,4,7]');
  const changed = mutants.filter((_, index) => results[index + 1] !== results[0]).map(({ change }) => change);
  const same = mutants.map(({ change }) => change).filter((change) => !changed.includes(change));
  // With b = 0 both results are 4.
  expect(same).toEqual(['b > 0 → b >= 0']);
});

function outcome(call: () => unknown): unknown {
  try {
    return call() ?? 'none';
  } catch (error) {
    return (error as Error).name;
  }
}
