import { setTimeout as pause } from 'node:timers/promises';
import { pages } from '#server/work/pages';

/** Newest first; a page is read when the previous one was taken. */
export type Pages<Row extends object> = AsyncGenerator<readonly Row[]>;

/** Rows per read; a pause follows, because other requests share this process. */
export const PAGE_ROWS = 200;
const PAUSE_MS = 1;

export const breathe = (): Promise<void> => pause(PAUSE_MS);

/** `read` gets the last row (null first) and returns at most PAGE_ROWS. */
export const pagesBefore = <Row extends object>(
  read: (before: Row | null) => Promise<readonly Row[]>,
): Pages<Row> => pages(PAGE_ROWS, read, breathe);

export async function* inWords<Row extends object, Word extends object>(
  rowPages: AsyncIterable<readonly Row[]>,
  toWord: (row: Row) => Word,
): Pages<Word> {
  for await (const rows of rowPages) yield rows.map(toWord);
}

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
