import { readFileSync } from 'node:fs';

/** Equivalent mutants: line without indentation, changes, and why they cannot be detected. */
export type Mark = { line: string; changes: string[]; because: string };

export type Marks = Record<string, Mark[]>;

export const MARKS_FILE = 'scripts/mutate/equivalent.json';

export const readMarks = (): Marks => JSON.parse(readFileSync(MARKS_FILE, 'utf8')) as Marks;

export const markIdentities = (path: string, { line, changes }: Mark): string[] =>
  changes.map((change) => [path, line, change].join(' | '));
