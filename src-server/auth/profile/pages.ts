import { setTimeout as pause } from 'node:timers/promises';
import { pages } from '#server/work/pages';

/** Rows of one kind, newest first, a page at a time, each read when the one before it has been taken. */
export type Pages<Row extends object> = AsyncGenerator<readonly Row[]>;

/** Rows read at a time, and the rest after it: whoever sends money meanwhile shares this process. */
export const PAGE_ROWS = 200;
const PAUSE_MS = 1;

/** Lets others have their turn between two pages. */
export const breathe = (): Promise<void> => pause(PAUSE_MS);

/** Pages of what `read` finds before a row, newest first; it is given null at first, and must read PAGE_ROWS at most. */
export const pagesBefore = <Row extends object>(
  read: (before: Row | null) => Promise<readonly Row[]>,
): Pages<Row> => pages(PAGE_ROWS, read, breathe);

/** The same pages with each row in other words. */
export async function* inWords<Row extends object, Word extends object>(
  rowPages: AsyncIterable<readonly Row[]>,
  toWord: (row: Row) => Word,
): Pages<Word> {
  for await (const rows of rowPages) yield rows.map(toWord);
}

/** The first rows, at most `count`, and whether there are more. */
export async function firstOf<Row extends object>(
  rowPages: AsyncIterable<readonly Row[]>,
  count: number,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const rows: Row[] = [];
  for await (const page of rowPages) {
    rows.push(...page);
    if (rows.length > count) break;
  }
  return { rows: rows.slice(0, count), hasMore: rows.length > count };
}
