import type { Node } from '../house-rules/source-tree.ts';
import { callEdits } from './call-operators.ts';
import type { Edit, Operator } from './mutant.ts';

export type Fault = { operator: Operator; edits: Edit[] };

const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
const ASSIGNMENT: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
const BOUNDARY: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const COMPARISON: Record<string, string> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};

export const child = (node: Node, key: string): Node | null => (node[key] as Node | null | undefined) ?? null;

const textOf = (text: string, node: Node): string => text.slice(node.start, node.end);
const whole = (node: Node, text: string): Edit[] => [{ start: node.start, end: node.end, text }];

function between(node: Node, text: string, operator: string): Edit[] {
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (!left || !right) return [];
  const at = text.indexOf(String(node.operator), left.end);
  return [{ start: at, end: at + String(node.operator).length, text: operator }];
}

export function faultsOf(node: Node, parent: Node | null, text: string): Fault[] {
  switch (node.type) {
    case 'BinaryExpression':
      return binary(node, text);
    case 'LogicalExpression':
      return logical(node, text);
    case 'AssignmentExpression': {
      const other = ASSIGNMENT[String(node.operator)];
      return other ? [{ operator: 'assignment', edits: between(node, text, other) }] : [];
    }
    case 'UnaryExpression': {
      const argument = child(node, 'argument');
      const drops = (node.operator === '!' || node.operator === '-') && argument;
      return drops ? [{ operator: 'negation', edits: whole(node, textOf(text, argument)) }] : [];
    }
    case 'UpdateExpression': {
      const argument = child(node, 'argument');
      const other = node.operator === '++' ? '-= 1' : '+= 1';
      return argument
        ? [{ operator: 'assignment', edits: whole(node, `${textOf(text, argument)} ${other}`) }]
        : [];
    }
    case 'Literal':
      return literal(node, parent, text);
    case 'ArrayExpression':
      return (node.elements as Node[]).length > 0
        ? [{ operator: 'list emptied', edits: whole(node, '[]') }]
        : [];
    case 'ExpressionStatement':
      return callRemoved(node);
    case 'ReturnStatement':
      return returned(node, text);
    case 'CallExpression':
      return callEdits(node, text);
    default:
      return [];
  }
}

function binary(node: Node, text: string): Fault[] {
  const operator = String(node.operator);
  const faults: Fault[] = [];
  const [boundary, comparison, arithmetic] = [BOUNDARY[operator], COMPARISON[operator], ARITHMETIC[operator]];
  if (boundary) faults.push({ operator: 'boundary', edits: between(node, text, boundary) });
  if (comparison) faults.push({ operator: 'comparison', edits: between(node, text, comparison) });
  if (arithmetic && !joinsText(node))
    faults.push({ operator: 'arithmetic', edits: between(node, text, arithmetic) });
  return faults;
}

function joinsText(node: Node): boolean {
  return [child(node, 'left'), child(node, 'right')].some(
    (side) =>
      side !== null &&
      (side.type === 'TemplateLiteral' ||
        typeof side.value === 'string' ||
        (side.type === 'BinaryExpression' && joinsText(side))),
  );
}

function logical(node: Node, text: string): Fault[] {
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (!left || !right) return [];
  if (node.operator === '??')
    return [
      { operator: 'logical', edits: whole(node, textOf(text, left)) },
      { operator: 'logical', edits: whole(node, textOf(text, right)) },
    ];
  return [{ operator: 'logical', edits: between(node, text, node.operator === '&&' ? '||' : '&&') }];
}

function literal(node: Node, parent: Node | null, text: string): Fault[] {
  if (typeof node.value === 'boolean')
    return [{ operator: 'boolean', edits: whole(node, String(!node.value)) }];
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  if (regex) return patternFaults(node, regex);
  if (typeof node.value !== 'number' || parent?.type === 'UnaryExpression') return [];
  const steps = node.value === 0 ? [1] : [node.value + 1, node.value - 1];
  return steps
    .filter((value) => String(value) !== textOf(text, node))
    .map((value) => ({ operator: 'number', edits: whole(node, String(value)) }));
}

function patternFaults(node: Node, { pattern, flags }: { pattern: string; flags: string }): Fault[] {
  const looser: string[] = [];
  if (pattern.startsWith('^')) looser.push(pattern.slice(1));
  if (pattern.endsWith('$') && !pattern.endsWith('\\$')) looser.push(pattern.slice(0, -1));
  return looser
    .filter((one) => one !== '')
    .map((one) => ({ operator: 'pattern', edits: whole(node, `/${one}/${flags}`) }));
}

function callRemoved(node: Node): Fault[] {
  const expression = child(node, 'expression');
  const call = expression?.type === 'AwaitExpression' ? child(expression, 'argument') : expression;
  if (!expression || call?.type !== 'CallExpression') return [];
  // Without super() no object can be made, so every test would fail at once.
  if (child(call, 'callee')?.type === 'Super') return [];
  return [{ operator: 'call removed', edits: whole(expression, 'undefined') }];
}

function returned(node: Node, text: string): Fault[] {
  const value = child(node, 'argument');
  if (!value || ['undefined', 'null', 'true', 'false', 'z.NEVER'].includes(textOf(text, value))) return [];
  return [{ operator: 'return', edits: whole(value, 'undefined') }];
}

export function conditionFaults(test: Node): Fault[] {
  return [
    { operator: 'condition', edits: whole(test, 'true') },
    { operator: 'condition', edits: whole(test, 'false') },
  ];
}
