import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { checkSync } from 'recheck';
import { z } from 'zod';
import type { Problem } from './rules.ts';
import { lineAt, nodesOf, type Source } from './source-tree.ts';

export type Pattern = { source: string; flags: string; where: string };

const LIST = new URL('./linear-patterns.json', import.meta.url);

const MEETS_OUTSIDE_TEXT = /^(src|src-server|simulator|db)\//;

/** Files that build expressions from the bank's own words, never from external text: review each by hand. */
const MAY_MAKE_PATTERNS = [
  'src-server/domain/contract/sign.ts',
  'src-server/domain/credit/parameters.ts',
  'src-server/domain/document/code.ts',
  'src-server/domain/pix/br-code.ts',
  'src-server/payments/keep-event.ts',
  'src-server/http/rest.ts',
  'src/contracts/otp.ts',
  'src/verify/code-in-file.ts',
];

const INSTEAD =
  'its time grows with the square of the length of a text, or faster: begin it where only one place can match (^, \\b, a look-behind), ' +
  'name the characters that end a repetition ([^<]* for .*?), or look with indexOf and slice';

/** Includes zod's formats. */
export function patternsOf(all: readonly Source[]): Pattern[] {
  const written = all.filter(meetsOutsideText).flatMap(literalsOf);
  const { email, date, domain, hostname } = z.regexes;
  const formats = Object.entries({ email, date, domain, hostname, datetime: z.regexes.datetime({}) });
  return [
    ...written,
    ...formats.map(([name, { source, flags }]) => ({ source, flags, where: `zod's ${name}` })),
  ];
}

const meetsOutsideText = ({ path, isTest }: Source): boolean => !isTest && MEETS_OUTSIDE_TEXT.test(path);

function literalsOf(source: Source): Pattern[] {
  const found: Pattern[] = [];
  for (const node of nodesOf(source)) {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type !== 'Literal' || !regex) continue;
    const where = `${source.path}:${lineAt(source, node.start)}`;
    found.push({ source: regex.pattern, flags: regex.flags, where });
  }
  return found;
}

/** Expressions built at run time cannot be checked here. */
export const madePatternRule = (source: Source): Problem[] => {
  if (!meetsOutsideText(source) || MAY_MAKE_PATTERNS.includes(source.path)) return [];
  const problems: Problem[] = [];
  for (const node of nodesOf(source)) {
    const callee = node.callee as { name?: unknown } | undefined;
    if (!/^(New|Call)Expression$/.test(node.type) || callee?.name !== 'RegExp') continue;
    problems.push(
      `${source.path}:${lineAt(source, node.start)} makes a regular expression: write it out, or compare texts`,
    );
  }
  return problems;
};

/**
 * `linear-patterns.json` holds the patterns proven by `npm run patterns`, which takes half a minute; only others
 * are checked here.
 */
export function linearTimeProblems(patterns: readonly Pattern[]): Problem[] {
  const listed = new Set(readList());
  return distinct(patterns)
    .filter((pattern) => !listed.has(written(pattern)))
    .flatMap((pattern) => {
      const why = whyNotLinear(pattern, NEW_PATTERN_MS);
      return why === null ? [] : [`${pattern.where} ${written(pattern)} (${why}): ${INSTEAD}`];
    });
}

/** Rewrites the list of proven expressions; returns the problems. */
export function listPatterns(patterns: readonly Pattern[]): Problem[] {
  const checked = distinct(patterns).map((pattern) => ({
    pattern,
    why: whyNotLinear(pattern, LISTED_PATTERN_MS),
  }));
  const linear = checked.flatMap(({ pattern, why }) => (why === null ? [written(pattern)] : []));
  writeFileSync(LIST, `${JSON.stringify(linear.sort(), null, 2)}\n`);
  return checked.flatMap(({ pattern, why }) =>
    why === null ? [] : [`${pattern.where} ${written(pattern)} (${why}): ${INSTEAD}`],
  );
}

const NEW_PATTERN_MS = 2_000;
const LISTED_PATTERN_MS = 60_000;

const readList = (): string[] => JSON.parse(readFileSync(LIST, 'utf8')) as string[];

const written = ({ source, flags }: Pattern): string => `/${source}/${flags}`;

const distinct = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [written(pattern), pattern])).values(),
];

/** Null if proven linear. Loads the checker on demand. */
function whyNotLinear({ source, flags }: Pattern, timeout: number): string | null {
  process.env.RECHECK_SYNC_BACKEND = 'pure';
  const recheck = createRequire(import.meta.url)('recheck') as { checkSync: typeof checkSync };
  const found = recheck.checkSync(source, flags, { timeout });
  if (found.status === 'safe') return null;
  if (found.status === 'vulnerable') return found.complexity.summary;
  return `not checked: ${found.error.kind}; npm run patterns takes longer`;
}
