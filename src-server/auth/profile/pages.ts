/** Newest first; a page is read once the previous one was consumed. */
export type Pages<Row extends object> = AsyncGenerator<readonly Row[]>;

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
