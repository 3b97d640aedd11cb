import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseAst } from 'vite';

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export type Source = { path: string; text: string; program: Node; isTest: boolean };

/** Files that git tracks or would track. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(path));
}

export function sources(files: string[]): Source[] {
  return files
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts') && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
      return { path, text, program, isTest: /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path) };
    });
}

const nodesOfProgram = new WeakMap<Node, Node[]>();

export function nodesOf({ program }: Source): Node[] {
  const known = nodesOfProgram.get(program);
  if (known) return known;
  const found = [program];
  // The loop also visits what it pushes.
  for (const node of found) found.push(...children(node));
  nodesOfProgram.set(program, found);
  return found;
}

export function children(node: Node): Node[] {
  const found: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) found.push(one);
    } else if (isNode(value)) found.push(value);
  }
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** From 1. */
export const lineAt = (source: Source, offset: number): number =>
  source.text.slice(0, offset).split('\n').length;

export const linesOf = (source: Source, node: Node): number =>
  lineAt(source, node.end) - lineAt(source, node.start) + 1;

/** `target` is the imported file; null for a package. */
export type Import = { specifier: string; target: string | null; typeOnly: boolean; line: number };

const ALIASES: [RegExp, string][] = [
  [/^#domain\/(.+)$/, 'src-server/domain/$1.ts'],
  [/^#db\/(.+)$/, 'db/$1.ts'],
  [/^#server\/(.+)$/, 'src-server/$1.ts'],
  [/^#simulator\/(.+)$/, 'simulator/$1.ts'],
];

export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  for (const node of nodesOf(source)) {
    const from = node.source as Node | null | undefined;
    const specifier = typeof from?.value === 'string' ? from.value : null;
    if (!specifier || !/^(Import|Export)/.test(node.type)) continue;
    const specifiers = (node.specifiers ?? []) as Node[];
    const eachIsType = specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type');
    const typeOnly = node.importKind === 'type' || node.exportKind === 'type' || eachIsType;
    found.push({
      specifier,
      target: resolve(source.path, specifier),
      typeOnly,
      line: lineAt(source, node.start),
    });
  }
  return found;
}

function resolve(path: string, specifier: string): string | null {
  for (const [alias, file] of ALIASES) if (alias.test(specifier)) return specifier.replace(alias, file);
  if (!specifier.startsWith('.')) return null;
  return normalize(join(dirname(path), specifier.replace(/\?.*$/, '')));
}
