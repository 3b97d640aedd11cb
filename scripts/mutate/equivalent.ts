import { readFileSync } from 'node:fs';

/** Mutants that do what the original does: their line (without indentation), their changes, and why nothing tells them apart. */
export type Mark = { line: string; changes: string[]; because: string };

/** The marks of each source. */
export type Marks = Record<string, Mark[]>;

export const MARKS_FILE = 'scripts/mutate/equivalent.json';

export const readMarks = (): Marks => JSON.parse(readFileSync(MARKS_FILE, 'utf8')) as Marks;

/** How a mark names its mutants (see `identityOf`). */
export const markIdentities = (path: string, { line, changes }: Mark): string[] =>
  changes.map((change) => [path, line, change].join(' | '));
