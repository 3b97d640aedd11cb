import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type AnyColumn, desc, lt, type SQL } from 'drizzle-orm';
import { goOn } from './stopping.ts';

/** `read` gets the last row of the previous page (null first). A page shorter than `size` is the last. */
export async function* pages<Row>(
  size: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
  between: () => Promise<unknown> = nextTurn,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | null = null;
  do {
    goOn();
    const rows: readonly Row[] = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length < size ? null : (rows.at(-1) ?? null);
    await between();
  } while (last !== null);
}

/** As `pages`, where `read` processes its page itself, in its own transaction. */
export async function eachPage<Row>(
  size: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
): Promise<void> {
  const walk = pages(size, read);
  while (!(await walk.next()).done);
}

/** Ranges of `size` after `from`, up to and including `upTo`, with a turn of the event loop in between. */
export async function* ranges(
  { from = 0, upTo }: { from?: number; upTo: number },
  size: number,
): AsyncGenerator<{ after: number; upTo: number }, void> {
  for (let after = from; after < upTo; after += size) {
    goOn();
    yield { after, upTo: Math.min(upTo, after + size) };
    await nextTurn();
  }
}

/** A list in pieces of `size`, with a turn of the event loop in between. */
export async function* pieces<T>(items: readonly T[], size: number): AsyncGenerator<readonly T[], void> {
  for await (const { after, upTo } of ranges({ upTo: items.length }, size)) yield items.slice(after, upTo);
}

/** Lets other requests be served between the pages of a long file. */
export const longPause = (): Promise<void> => pause(1);

type Query<Row> = (next: SQL | undefined) => {
  orderBy: (by: SQL) => { limit: (count: number) => PromiseLike<readonly Row[]> };
};

/** Pages of a query, newest first by a unique column, of which `of` is the value in a row. */
export const newestPages = <Row>(
  query: Query<Row>,
  by: AnyColumn,
  of: (row: Row) => string | number,
  size = 200,
): AsyncGenerator<readonly Row[], void> =>
  pages(
    size,
    async (last: Row | null) =>
      query(last === null ? undefined : lt(by, of(last)))
        .orderBy(desc(by))
        .limit(size),
    longPause,
  );
