import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Everything a query finds, page by page, each read when the one before it has been dealt with. `read` gets the last row of the
 * page before, null at first, and answers the rows that come after it. A page of fewer than `size` rows is the last; a walk
 * that must end with an empty one takes 1. `between` pages others have their turn.
 */
export async function* pages<Row>(
  size: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
  between: () => Promise<unknown> = nextTurn,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | null = null;
  do {
    const rows: readonly Row[] = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length < size ? null : (rows.at(-1) ?? null);
    await between();
  } while (last !== null);
}

/** The same where `read` deals with its page itself, in the transaction that reads it. */
export async function eachPage<Row>(
  size: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
): Promise<void> {
  const walk = pages(size, read);
  while (!(await walk.next()).done);
}

/** Stretches of `size` places after `from`, up to and including `upTo`; between two of them others have their turn. */
export async function* stretches(
  { from = 0, upTo }: { from?: number; upTo: number },
  size: number,
): AsyncGenerator<{ after: number; upTo: number }, void> {
  for (let after = from; after < upTo; after += size) {
    yield { after, upTo: Math.min(upTo, after + size) };
    await nextTurn();
  }
}
