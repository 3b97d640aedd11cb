import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AnyColumn, and, asc, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';

/** The condition that an id, or a column that refers to it, is among some. */
export type Span = (id: AnyColumn) => SQL | undefined;

/**
 * Divides the rows of a table by a unique column, `size` in each span; `isCounted`: only these rows count. Other requests run in
 * between.
 */
export async function* idSpans(
  db: Reader,
  id: AnyPgColumn,
  { size, isCounted }: { size: number; isCounted?: SQL },
): AsyncGenerator<Span, void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const upTo = await endOf(db, id, { isRest: and(isCounted, gt(id, from)), size });
    yield (column) => and(gt(column, from), upTo === null ? undefined : lte(column, upTo));
    after = upTo;
    await nextTurn();
  }
}

async function endOf(
  db: Reader,
  id: AnyPgColumn,
  { isRest, size }: { isRest: SQL | undefined; size: number },
): Promise<string | null> {
  const [last] = await db
    .select({ id: sql<string>`${id}` })
    .from(id.table)
    .where(isRest)
    .orderBy(asc(id))
    .limit(1)
    .offset(size - 1);
  return last?.id ?? null;
}
