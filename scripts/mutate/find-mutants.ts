import { parseAst } from 'vite';
import { children, type Node } from '../house-rules/source-tree.ts';
import { type Edit, inOneLine, type Mutant } from './mutant.ts';
import { conditionFaults, type Fault, faultsOf } from './operators.ts';

/** `chain` is the outermost expression of an optional chain (`a?.b.c()`), replaced only as a whole. */
type Place = { parent: Node | null; chain: Node | null };

/** Expressions that continue a chain, with the key of their object. */
const CHAIN_KEYS: Record<string, string> = {
  MemberExpression: 'object',
  CallExpression: 'callee',
  TSNonNullExpression: 'expression',
};
const TYPES_WITH_VALUES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const CONDITIONS = [
  'IfStatement',
  'ConditionalExpression',
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
];
/** Positions of names that are bindings or modules, not values. */
const NO_VALUES: Record<string, string[]> = {
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  MemberExpression: ['property'],
  AssignmentExpression: ['left'],
  AssignmentPattern: ['left'],
  UpdateExpression: ['argument'],
  ForOfStatement: ['left'],
  ForInStatement: ['left'],
  ImportExpression: ['source'],
};

export function findMutants(path: string, text: string): Mutant[] {
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
  const queries = text.includes("from 'drizzle-orm'");
  const found: Mutant[] = [];
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const add = (node: Node, { chain }: Place, { operator, edits }: Fault) => {
    const [first, last] = [edits[0], edits.at(-1)];
    if (!first || !last || (operator === 'query' && !queries)) return;
    const wrapped = chain ?? (first.start < node.start || last.end > node.end ? node : outer(node, first));
    const changed = edited(text, node, edits);
    found.push({
      path,
      line: lineStarts.findLastIndex((start) => start <= first.start) + 1,
      start: wrapped.start,
      end: wrapped.end,
      replacement: edited(text, wrapped, edits),
      change: `${inOneLine(text.slice(node.start, node.end))} → ${inOneLine(changed)}`,
      operator,
    });
  };
  walk(program, { parent: null, chain: null }, text, add);
  return found.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** An expression cannot replace a statement, so the edit's own range is used. */
const outer = (node: Node, edit: Edit): { start: number; end: number } =>
  node.type.endsWith('Statement') ? edit : node;

function edited(text: string, { start, end }: { start: number; end: number }, edits: Edit[]): string {
  let made = text.slice(start, end);
  for (const edit of edits.toReversed())
    made = made.slice(0, edit.start - start) + edit.text + made.slice(edit.end - start);
  return made;
}

type Add = (node: Node, place: Place, fault: Fault) => void;

function walk(node: Node, place: Place, text: string, add: Add): void {
  if (isOnlyType(node) || typeof node.directive === 'string') return;
  const here = node.type === 'ChainExpression' ? { ...place, chain: node } : place;
  for (const fault of faultsOf(node, place.parent, text)) add(node, here, fault);
  for (const fault of optionalFaults(node, text)) add(node, here, fault);
  const test = node.test as Node | null | undefined;
  if (test && CONDITIONS.includes(node.type))
    for (const fault of conditionFaults(test)) add(test, { parent: node, chain: null }, fault);
  for (const below of valuesBelow(node)) {
    const inChain =
      here.chain && (node.type === 'ChainExpression' || node[CHAIN_KEYS[node.type] ?? ''] === below);
    walk(below, { parent: node, chain: inChain ? here.chain : null }, text, add);
  }
}

const isOnlyType = (node: Node): boolean =>
  (node.type.startsWith('TS') && !TYPES_WITH_VALUES.includes(node.type)) ||
  node.type === 'ImportDeclaration' ||
  node.type === 'ExportAllDeclaration';

function valuesBelow(node: Node): Node[] {
  const skipped = node.computed === true ? [] : (NO_VALUES[node.type] ?? []).map((key) => node[key]);
  return children(node).filter((one) => !skipped.includes(one));
}

/** `a?.b` becomes `a.b`. */
function optionalFaults(node: Node, text: string): Fault[] {
  if (node.optional !== true) return [];
  const before = (node.type === 'CallExpression' ? node.callee : node.object) as Node | undefined;
  if (!before) return [];
  const start = text.indexOf('?.', before.end);
  const isDotted = node.type === 'MemberExpression' && node.computed !== true;
  return [{ operator: 'optional', edits: [{ start, end: start + 2, text: isDotted ? '.' : '' }] }];
}
