import { children, importsOf, lineAt, linesOf, type Node, nodesOf, type Source } from './source-tree.ts';
import { importProblem } from './zones.ts';

export const MAX_FILE_LINES = 300;
export const MAX_FUNCTION_LINES = 60;

/** Legal texts may be longer. */
const LONG_TEXTS = [/^src-server\/domain\/auth\/terms[^/]*\.ts$/, /^src\/login\/terms-text\.ts$/];
const FORBIDDEN_FOLDERS = ['utils', 'helpers', 'services', 'common', 'types', 'hooks', 'lib', 'misc'];

export type Problem = string;

export const importRule = (source: Source): Problem[] =>
  importsOf(source).flatMap((imported) => {
    const problem = importProblem(source, imported);
    return problem ? [`${source.path}:${imported.line} imports ${imported.specifier}: ${problem}`] : [];
  });

/** A component's markup does not count. */
export function sizeRule(source: Source): Problem[] {
  const problems: Problem[] = [];
  const lines = source.text.trimEnd().split('\n').length;
  if (lines > MAX_FILE_LINES && !LONG_TEXTS.some((path) => path.test(source.path)))
    problems.push(
      `${source.path} has ${lines} lines (at most ${MAX_FILE_LINES}): give a part of it a file and a good name`,
    );
  // A schema file is data.
  if (source.isTest || source.path.startsWith('db/schema/')) return problems;
  for (const node of nodesOf(source)) {
    if (!/Function(Declaration|Expression)$/.test(node.type)) continue;
    if (linesOf(source, node) <= MAX_FUNCTION_LINES) continue;
    const own = linesOf(source, node) - markupLines(source, node);
    if (own > MAX_FUNCTION_LINES)
      problems.push(
        `${source.path}:${lineAt(source, node.start)} a function of ${own} lines (at most ${MAX_FUNCTION_LINES}): name its steps`,
      );
  }
  return problems;
}

function markupLines(source: Source, node: Node): number {
  if (/^JSX(Element|Fragment)$/.test(node.type)) return linesOf(source, node);
  return children(node).reduce((sum, child) => sum + markupLines(source, child), 0);
}

type TextRule = { pattern: RegExp; where: (path: string) => boolean; instead: string };

const notIn =
  (...allowed: RegExp[]) =>
  (path: string) =>
    !allowed.some((pattern) => pattern.test(path));
const inScreens = (path: string) => path.startsWith('src/');

/** Text allowed in some files only, also inside strings. Of comment lines only a TODO or the like is refused. */
const TEXT_RULES: TextRule[] = [
  {
    pattern: /process\.env/,
    where: notIn(
      /^src-server\/kernel\/env\.ts$/,
      /^scripts\//,
      /^e2e\//,
      /^bench\//,
      /^db\/testing\//,
      /\.config\.ts$/,
    ),
    instead: 'only src-server/kernel/env.ts reads the environment: take the value from ctx.env',
  },
  {
    pattern: /Date\.now\(\)|new Date\(\)/,
    where: notIn(
      /^src-server\/kernel\/clock\.ts$/,
      /^src\/ui\/date\.tsx?$/,
      /^scripts\//,
      /^e2e\//,
      /^bench\//,
      /^db\//,
    ),
    instead: 'only the clock knows the time: ctx.clock on the server, src/ui/date in the screens',
  },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, where: () => true, instead: 'do it now, or open an issue' },
  {
    pattern: /\bas any\b|: any\b|<any>/,
    where: () => true,
    instead: 'parse the unknown with a schema and name its type',
  },
  {
    pattern: /\bsql\.raw\(/,
    where: notIn(/^db\//),
    instead: 'only db/ writes raw SQL: use drizzle expressions with parameters',
  },
  {
    pattern: /console\.(log|error|warn|info)\(/,
    where: (path) => path.startsWith('src') && notIn(/^src-server\/main\.ts$/)(path),
    instead: 'the server writes to ctx.log, a screen shows an error state',
  },
  {
    pattern:
      /\b\w*(Cents|cents)\b\s*[*/]|[*/]\s*\w*(Cents|cents)\b|Math\.(round|floor|ceil|trunc)\([^)]*[cC]ents/,
    where: notIn(/^src-server\/domain\//, /^db\//, /^scripts\//, /^bench\//, /^e2e\//),
    instead: 'cents are multiplied, divided and rounded in src-server/domain only: add a pure function there',
  },
  {
    pattern: /(?<![.\w])fetch\(/,
    where: (path) =>
      path.startsWith('src-server/') &&
      notIn(
        /^src-server\/provider\/call\.ts$/,
        /^simulator\//,
        /^src-server\/account\/cep\.ts$/,
        /^src-server\/seed\/embedded-provider\.ts$/,
        /\/testing\//,
      )(path),
    instead: 'the payment provider is called through provider/call.ts, never inside a transaction',
  },
  {
    pattern: /\batTheMachine\b/,
    where: (path) =>
      path.startsWith('src-server/') &&
      notIn(/^src-server\/(auth\/(attempts|create-admin)|seed\/demo-logins-left)\.ts$/, /\/testing\//)(path),
    instead: 'what a request hashes is counted: countHashing in src-server/auth/attempts.ts',
  },
  {
    pattern: /\bforUpdate\(.*\bfrom\(users\)/,
    where: (path) => path.startsWith('src-server/'),
    instead: 'lock users with forNoKeyUpdate: inserts that name the user would wait, and deadlock with it',
  },
  {
    pattern:
      /\b(inArray|notInArray)\([\w.]*\b(id|key|\w+(Id|Key))\s*,\s*(\[|idsOf\(|\w*([iI]ds|[kK]eys)\b(?!\())/,
    where: (path) => path.startsWith('src-server/') && notIn(/\/testing\//)(path),
    instead: 'a statement takes some 32,000 values: among(db, column, ids) takes any number as one',
  },
  {
    pattern: /dangerouslySetInnerHTML|\.innerHTML\s*=/,
    where: inScreens,
    instead: 'render elements: markup from strings is how scripts get in',
  },
  {
    pattern: /\bEmail\b/,
    where: (path) => /^src(-server)?\//.test(path) && !path.includes('/testing/'),
    instead: 'what people read says E-mail',
  },
];

/** Tests may use the calls, but not leave TODOs. */
export function textRule(source: Source): Problem[] {
  if (source.path.startsWith('scripts/house-rules')) return [];
  const rules = TEXT_RULES.filter(({ where }) => where(source.path)).filter(
    ({ instead }) => !source.isTest || instead.startsWith('do it now'),
  );
  return source.text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(({ pattern }) =>
          pattern.test(
            line.replace(
              /^\s*(\/?\*|\/\/).*$/,
              (comment) => comment.match(/\b(TODO|FIXME|XXX|HACK)\b.*/)?.[0] ?? '',
            ),
          ),
        )
        .map(
          ({ instead, pattern }) =>
            `${source.path}:${index + 1} ${pattern.exec(line)?.[0] ?? ''}: ${instead}`,
        ),
    );
}

/** A use case that writes money in a transaction of its own says why it is not decided in a group (docs/decisions/032). */
export function closureRule({ path, text, isTest }: Source): Problem[] {
  if (isTest || !path.startsWith('src-server/') || path === 'src-server/audit/money-write.ts') return [];
  const closures = text.match(/\bmoneyWrite\(|\bonce\(tx\b/g)?.length ?? 0;
  const reasons = text.match(/\bNot\s+(?:\*\s+)?a\s+(?:\*\s+)?decision\b/g)?.length ?? 0;
  return closures > reasons ? [`${path}: say in the docstring why it is "Not a decision: …"`] : [];
}

/** Refuses folders without a subject, barrel files, and names that are not kebab-case. */
export function layoutRule(path: string): Problem[] {
  const problems: Problem[] = [];
  const folder = path.split('/').find((part) => FORBIDDEN_FOLDERS.includes(part));
  if (folder)
    problems.push(
      `${path}: a folder named "${folder}" says nothing: name the piece of the bank it belongs to`,
    );
  if (/(^|\/)index\.tsx?$/.test(path)) problems.push(`${path}: no barrel files: import from the file itself`);
  if (/[A-Z ]/.test(path.replace(/^(README|LICENSE)(\.md)?$/, '')) && !path.startsWith('public/'))
    problems.push(`${path}: file names are kebab-case`);
  return problems;
}

export function deadFiles(all: Source[], entries: RegExp[], extraReferences: string): Problem[] {
  const reached = new Set(all.flatMap((source) => importsOf(source).map(({ target }) => target)));
  return all
    .filter(({ path, isTest }) => !isTest && !reached.has(path) && !entries.some((entry) => entry.test(path)))
    .filter(({ path }) => !extraReferences.includes(path))
    .map(({ path }) => `${path}: nothing imports it: delete it, or import it where it is needed`);
}
