import type { Node } from '../house-rules/source-tree.ts';
import type { Edit, Operator } from './mutant.ts';

type Fault = { operator: Operator; edits: Edit[] };

/** Methods removed from their chain, leaving the object. */
const DROPPED = new Set([
  'trim',
  'toUpperCase',
  'toLowerCase',
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'replace',
  'replaceAll',
  'padStart',
  'normalize',
]);
/** Methods and functions with an opposite of the same signature. */
const SWAPPED = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
  }),
);
/** Drizzle's conditions and orders; `$sql` is drizzle-orm, imported by instrumented sources. */
const QUERY = new Map(
  Object.entries({
    eq: '$sql.ne',
    ne: '$sql.eq',
    gt: '$sql.gte',
    gte: '$sql.gt',
    lt: '$sql.lte',
    lte: '$sql.lt',
    isNull: '$sql.isNotNull',
    isNotNull: '$sql.isNull',
    inArray: '$sql.notInArray',
    notInArray: '$sql.inArray',
    asc: '$sql.desc',
    desc: '$sql.asc',
  }),
);

export function callEdits(node: Node, text: string): Fault[] {
  const callee = node.callee as Node;
  const args = node.arguments as Node[];
  if (callee.type === 'Identifier') return queryFaults(String(callee.name), callee, args, text);
  if (callee.type !== 'MemberExpression' || callee.computed === true) return [];
  const [object, property] = [callee.object as Node, callee.property as Node];
  const name = String(property.name);
  const swapped = swapOf(name, text.slice(object.start, object.end), args);
  if (swapped)
    return [{ operator: 'method', edits: [{ start: property.start, end: property.end, text: swapped }] }];
  if (!DROPPED.has(name)) return [];
  // From the dot, since a bracket may close between the object's end and it.
  const dot = text.lastIndexOf(callee.optional === true ? '?.' : '.', property.start);
  const dropped = [{ start: dot, end: node.end, text: '' }];
  return [{ operator: 'method', edits: dropped }];
}

/** `Math.min` becomes `Math.max`; a schema's `min` is mutated by its number instead. */
function swapOf(name: string, object: string, args: Node[]): string | undefined {
  const ofMath = ['min', 'max', 'floor', 'ceil', 'round'].includes(name);
  if (ofMath && object !== 'Math') return undefined;
  return args.length > 0 ? SWAPPED.get(name) : undefined;
}

function queryFaults(name: string, callee: Node, args: Node[], text: string): Fault[] {
  const other = QUERY.get(name);
  const turned: Fault[] = other
    ? [{ operator: 'query', edits: [{ start: callee.start, end: callee.end, text: other }] }]
    : [];
  if (name !== 'and' || args.length < 2) return turned;
  return args.map((_, leftOut) => {
    const kept = args.filter((_, index) => index !== leftOut).map((one) => text.slice(one.start, one.end));
    const [first, last] = [args[0] as Node, args[args.length - 1] as Node];
    return { operator: 'query', edits: [{ start: first.start, end: last.end, text: kept.join(', ') }] };
  });
}
