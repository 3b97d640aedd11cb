/** One planted fault: in a source, the expression from `start` to `end` becomes `replacement`. */
export type Mutant = {
  /** From the root, 'src-server/domain/money.ts'. */
  path: string;
  /** From 1. */
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** What is shown and what equivalent.json names: 'a < b → a <= b'. */
  change: string;
  operator: Operator;
};

/** The kinds of faults. Texts are left alone: what they say is not what they do. */
export type Operator =
  | 'arithmetic'
  | 'assignment'
  | 'boundary'
  | 'comparison'
  | 'logical'
  | 'negation'
  | 'boolean'
  | 'condition'
  | 'number'
  | 'return'
  | 'call removed'
  | 'list emptied'
  | 'optional'
  | 'method'
  | 'pattern'
  | 'query';

/** A change within an expression: from `start` to `end` stands `text` instead. */
export type Edit = { start: number; end: number; text: string };

/** What stays the same of a mutant while lines above it come and go: its file, its line's text, its change. */
export function identityOf({ path, line, change }: Mutant, text: string): string {
  return [path, (text.split('\n')[line - 1] ?? '').trim(), change].join(' | ');
}

/** An expression as one line, shortened in its middle. */
export function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 90 ? line : `${line.slice(0, 55)} … ${line.slice(-30)}`;
}
