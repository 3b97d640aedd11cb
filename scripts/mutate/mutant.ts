export type Mutant = {
  /** From the root: 'src-server/domain/money.ts'. */
  path: string;
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** As shown and as named in equivalent.json: 'a < b → a <= b'. */
  change: string;
  operator: Operator;
};

/** Strings are not mutated: their wording is not behaviour. */
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

export type Edit = { start: number; end: number; text: string };

/** Independent of line numbers: file, text of the line, change. */
export function identityOf({ path, line, change }: Mutant, text: string): string {
  return [path, (text.split('\n')[line - 1] ?? '').trim(), change].join(' | ');
}

export function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 90 ? line : `${line.slice(0, 55)} … ${line.slice(-30)}`;
}
