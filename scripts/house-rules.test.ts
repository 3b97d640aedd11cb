import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { circles } from './house-rules/circles.ts';
import { linearTimeProblems, madePatternRule, patternsOf } from './house-rules/linear-time.ts';
import {
  closureRule,
  deadFiles,
  importRule,
  layoutRule,
  type Problem,
  sizeRule,
  textRule,
} from './house-rules/rules.ts';
import { type Node, projectFiles, type Source, sources } from './house-rules/source-tree.ts';
import { wordRule } from './house-rules/words.ts';
import { importProblem } from './house-rules/zones.ts';

const files = projectFiles();
const all = sources(files);
const written = files.filter((path) => /^(README\.md|docs\/.*\.md|.*\.(tsx?|mjs|sql))$/.test(path));

const ENTRIES = [
  /^src-server\/main\.ts$/,
  /^src\/main\.tsx$/,
  /\.config\.ts$/,
  /^scripts\//,
  /^bench\//,
  /^e2e\//,
  /^db\/testing\//,
];

const none: Problem[] = [];

describe('house rules', () => {
  test('imports go only in the allowed direction', () => expect(all.flatMap(importRule)).toEqual(none));
  test('no imports form a circle, type imports included', () => expect(circles(all)).toEqual(none));
  test('no file or function exceeds its size limit', () => expect(all.flatMap(sizeRule)).toEqual(none));
  test('the clock, process.env, fetch, cent division and the like appear only in their allowed files', () =>
    expect(all.flatMap(textRule)).toEqual(none));
  test('a use case that is not decided in a group says why', () =>
    expect(all.flatMap(closureRule)).toEqual(none));
  test('comments and documents use the words of docs/glossary.md', () =>
    expect(written.flatMap((path) => wordRule(path, readFileSync(path, 'utf8')))).toEqual(none));
  test('no folder or file has a forbidden name', () => expect(files.flatMap(layoutRule)).toEqual(none));

  test('every regular expression applied to outside text takes linear time', () => {
    expect(linearTimeProblems(patternsOf(all))).toEqual(none);
    expect(all.flatMap(madePatternRule)).toEqual(none);
  });

  test('every file is an entry point, or is imported or named by a file that uses it', () => {
    const references = ['package.json', 'index.html', 'landing.html', 'vitest.config.ts', 'vite.config.ts']
      .filter((path) => files.includes(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    expect(deadFiles(all, ENTRIES, references + all.map(spawned).join('\n'))).toEqual(none);
  });
});

/** Files started as processes, named in a string or by a URL relative to the source. */
function spawned({ path, text }: Source): string {
  const named = [...text.matchAll(/['"`]((?:src-server|db|scripts)\/[\w./-]+\.ts)['"`]/g)].map(
    ([, file]) => file,
  );
  const beside = [...text.matchAll(/new URL\('\.\/([\w-]+\.ts)', import\.meta\.url\)/g)].map(
    ([, file]) => `${dirname(path)}/${file}`,
  );
  return [...named, ...beside].join('\n');
}

describe('the house rules themselves', () => {
  const source = (path: string, text: string): Source => {
    const parsed = { path, text, isTest: false, program: { type: 'Program', start: 0, end: 0 } };
    return parsed;
  };

  test('the house rules report a planted expression of quadratic time, and not a linear one', () => {
    const where = 'src-server/x.ts:1';
    const [problem] = linearTimeProblems([{ source: '[\\w.+-]+@', flags: 'g', where }]);
    expect(problem).toMatch(/^src-server\/x.ts:1 .*2nd degree polynomial.*look-behind/);
    expect(linearTimeProblems([{ source: '^[a-c]+@$', flags: '', where }])).toEqual([]);
  });

  test('the house rules report a planted circle of imports', () => {
    const importing = (path: string, target: string) => {
      const text = `import type { X } from '${target}';`;
      return { path, text, isTest: false, program: parseAst(text, { lang: 'ts' }) as unknown as Node };
    };
    const planted = [importing('src-server/a.ts', './b.ts'), importing('src-server/b.ts', './a.ts')];
    expect(circles(planted)).toEqual([
      expect.stringMatching(/^src-server\/a.ts → src-server\/b.ts → src-server\/a.ts: /),
    ]);
    expect(circles(planted.slice(1))).toEqual([]);
  });

  test('the house rules report a planted clock call, cent division, fetch, long list of ids, HACK comment, closure without a reason, other spelling of E-mail, utils folder and barrel file', () => {
    expect(textRule(source('src-server/x.ts', 'const now = Date.now();'))).toHaveLength(1);
    expect(textRule(source('src-server/x.ts', 'const half = amountCents / 2;'))).toHaveLength(1);
    expect(textRule(source('src-server/domain/x.ts', 'const half = amountCents / 2;'))).toHaveLength(0);
    expect(textRule(source('src-server/payments/x.ts', "await fetch('https://x');"))).toHaveLength(1);
    expect(textRule(source('src-server/provider/call.ts', 'await fetch(address);'))).toHaveLength(0);
    expect(textRule(source('src/x.ts', '// HACK: until later.'))).toHaveLength(1);
    expect(textRule(source('src/x.tsx', '<Field label="Email">'))).toHaveLength(1);
    expect(textRule(source('src/x.tsx', '<EmailDialog label="E-mail">'))).toHaveLength(0);
    expect(textRule(source('src-server/x.ts', 'inArray(users.id, [...ids])'))).toHaveLength(1);
    expect(textRule(source('src-server/x.ts', 'notInArray(orders.userId, userIds)'))).toHaveLength(1);
    expect(textRule(source('src-server/x.ts', 'inArray(users.id, db.select()'))).toHaveLength(0);
    expect(textRule(source('src-server/x.ts', 'inArray(orders.status, [...OPEN])'))).toHaveLength(0);
    const closure = 'return moneyWrite(ctx, asked, work);';
    expect(closureRule(source('src-server/x.ts', closure))).toHaveLength(1);
    expect(closureRule(source('src-server/x.ts', `/** Not a decision: it is rare. */\n${closure}`))).toEqual(
      [],
    );
    expect(layoutRule('src/utils/x.ts')).toHaveLength(1);
    expect(layoutRule('src-server/ledger/index.ts')).toHaveLength(1);
  });

  test('the house rules report planted words that the glossary refuses, not those that it allows', () => {
    const problems = (path: string, text: string) => wordRule(path, text).length;
    expect(problems('src/x.ts', '/** A slip of section 5. */')).toBe(2);
    expect(problems('src/x.ts', '/** Lines as RFC 5545, section 3.1 asks. */')).toBe(0);
    expect(problems('src/x.ts', '// `paidInstallments` is fixed by the API.')).toBe(0);
    expect(problems('src/x.ts', "const text = 'slip';")).toBe(0);
    expect(problems('docs/x.md', 'Each installment at Asaas.')).toBe(2);
    expect(problems('src-server/provider/x.ts', '// The API v3 of Asaas.')).toBe(0);
  });

  test('a screen may import shared-<subject> folders, which may import no feature and no other subject', () => {
    const problem = (path: string, target: string) =>
      importProblem(source(path, ''), { target, specifier: target, typeOnly: false, line: 1 });
    expect(problem('src/pix/x.ts', 'src/shared-movement/x.ts')).toBe(null);
    expect(problem('src/shared-movement/x.ts', 'src/ui/x.ts')).toBe(null);
    expect(problem('src/pix/x.ts', 'src/credit/x.ts')).toMatch(/shared-<subject>/);
    expect(problem('src/shared-movement/x.ts', 'src/pix/x.ts')).toMatch(/knows no feature/);
    expect(problem('src/shared-movement/x.ts', 'src/shared-list/x.ts')).toMatch(/knows no feature/);
    expect(problem('src/ui/x.ts', 'src/shared-movement/x.ts')).toMatch(/knows no feature/);
  });
});
