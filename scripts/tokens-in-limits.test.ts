import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { TOKENS_IN_LIMITS } from '../src-server/domain/tokens-in-limits.ts';
import { type Node, nodesOf, projectFiles, type Source, sources } from './house-rules/source-tree.ts';

/** What counts an attempt, or reads a count; after the kind comes who it is counted for. */
const COUNTING =
  /^(count(Attempt|Hashing|Entries|Reading|InTransaction|InWindow)|refuseWhileFull|is(Full|Counted)|sumInWindow|(withdraw|forgive)Attempt|attemptsOf|bucketOf)$/;
const DECIDING = /^(count|sum)Decided$/;

/** They count for whom they are told. */
const MACHINERY = /^src-server\/auth\/(attempt(s|-facts|-window)|count-entries)\.ts$/;

/** Their kind is a parameter or a value of a list, and none of these kinds is apart but those that are counted by the caller there. */
const OTHER_KINDS = [
  'src-server/onboarding/count-bank-calls.ts',
  'src-server/auth/proof-of-amounts.ts',
  'src-server/auth/shared-windows.ts',
  'src-server/auth/register.ts',
  'src-server/payments/keys.ts',
];

type Count = { path: string; kind: string | null; who: string };

const textOf = ({ text }: Source, node: Node | undefined): string =>
  node ? text.slice(node.start, node.end) : '';

function countsIn(source: Source): Count[] {
  return nodesOf(source)
    .filter(({ type }) => type === 'CallExpression')
    .flatMap((call) => {
      const name = textOf(source, call.callee as Node);
      const args = call.arguments as Node[];
      if (DECIDING.test(name)) return [decided(source, args)];
      // A disk may be full, too.
      if (!COUNTING.test(name) || args.length < 2) return [];
      const place = args.findIndex((arg) => kindOf(arg) !== null || textOf(source, arg) === 'kind');
      const who = meant(source, textOf(source, args[place + 1]));
      return [{ path: source.path, kind: kindOf(args[place]), who }];
    });
}

/** `{ kind: 'investment', who: … }`, after the context. */
function decided(source: Source, [, attempt]: Node[]): Count {
  const value = (named: string) =>
    ((attempt?.properties ?? []) as Node[]).find(({ key }) => textOf(source, key as Node) === named)?.value;
  const who = meant(source, textOf(source, value('who') as Node));
  return { path: source.path, kind: kindOf(value('kind') as Node), who };
}

const kindOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

/** What a name stands for, if the file says. */
const meant = ({ text }: Source, who: string): string =>
  new RegExp(`const ${who.replace(/\W/g, '.')} = ([^;]+);`).exec(text)?.[1] ?? who;

const howOf = (kind: string | null): string | undefined =>
  Object.entries(TOKENS_IN_LIMITS).find(([name]) => name === kind)?.[1];

/** `who` is a parameter of what makes receipts, for callers and for networks. */
function problemOf({ path, kind, who }: Count): string[] {
  const isApart = /\b(nameOfCaller|sharerOf)\(/.test(who);
  if (kind === null)
    return isApart || OTHER_KINDS.includes(path) ? [] : [`${path}: counts a kind that its call does not say`];
  if (howOf(kind) === undefined) return [`${path}: ${kind} is no kind of limit`];
  if (howOf(kind) !== 'apart' || isApart) return [];
  if (path === 'src-server/account/receipt.ts' && /^who(\.name)?$/.test(who)) return [];
  return [
    `${path}: ${kind} is counted for ${who}, not by nameOfCaller or sharerOf: a token uses up its owner’s`,
  ];
}

const planted = (text: string): Count[] => {
  const [first] = sources(['scripts/tokens-in-limits.test.ts']);
  if (!first) throw new Error('this file is not found');
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
  return countsIn({ ...first, path: 'src-server/x.ts', text, program });
};

describe('limits that count tokens apart from the sessions of their owner', () => {
  const counts = sources(projectFiles().filter((path) => path.startsWith('src-server/')))
    .filter(({ path, isTest }) => !isTest && !MACHINERY.test(path))
    .flatMap(countsIn);

  test('are counted by the name of the caller wherever they are', () => {
    expect(counts.flatMap(problemOf)).toEqual([]);
  });

  test('are all found in the sources, but for those that count-bank-calls.ts lists', () => {
    const found = new Set(counts.map(({ kind }) => kind));
    const apart = Object.keys(TOKENS_IN_LIMITS).filter((kind) => howOf(kind) === 'apart');
    const listed = ['bankOrder', 'bankOrderDay', 'boletoPreview', 'boletoPreviewDay'];
    expect(apart.filter((kind) => !found.has(kind)).sort()).toEqual(listed);
  });

  test('of which sessions have a share are counted without one only where there is no session', () => {
    const files = sources(projectFiles().filter((path) => path.startsWith('src-server/')));
    const withoutSession = files
      .filter(({ path, isTest }) => !isTest && !path.includes('/testing/'))
      .filter(({ text }) => /import \{[^}]*\balone\b[^}]*\} from '#server\/access\/caller-share'/.test(text))
      .map(({ path }) => path);
    expect(withoutSession.sort()).toEqual([
      'src-server/account/verify-document.ts',
      'src-server/auth/recovery-reset.ts',
    ]);
  });

  test('a planted count for the user alone is reported, a decision’s too, and one for the caller is not', () => {
    const of = (text: string) => planted(text).flatMap(problemOf);
    expect(of("countAttempt(ctx, 'charge', ctx.user.id)")).toEqual([
      expect.stringContaining('charge is counted for ctx.user.id'),
    ]);
    expect(of("const who = ctx.user.id; countInTransaction(tx, ctx, 'export', who);")).toHaveLength(1);
    expect(of("countDecided(ctx, { kind: 'investment', who: userId, window })")).toHaveLength(1);
    expect(of('countAttempt(ctx, kind, ctx.user.id)')).toHaveLength(1);
    expect(of("countAttempt(ctx, 'export', nameOfCaller(ctx))")).toEqual([]);
    expect(of("countAttempt(ctx, 'charge', sharerOf(ctx))")).toEqual([]);
    expect(of("countAttempt(ctx, 'deviceChange', ctx.user.id)")).toEqual([]);
  });
});
