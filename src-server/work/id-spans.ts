import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AnyColumn, and, asc, desc, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import { goOn } from './stopping.ts';

/** The condition that an id, or a column that refers to it, is among some. */
export type Span = (id: AnyColumn) => SQL | undefined;

type Id = string | number;

/** `after`: where the first span begins, without it; `upTo`: where the last one ends, with it. */
type Walk = { size: number; isCounted?: SQL | undefined; after?: Id; upTo?: Id; isDescending?: boolean };

/**
 * Divides the rows of a table by a unique column, `size` in each span; `isCounted`: only these rows count. Other requests run in
 * between.
 */
export async function* idSpans(
  db: Reader,
  id: AnyPgColumn,
  { size, isCounted, after = '', upTo, isDescending = false }: Walk,
): AsyncGenerator<Span, void> {
  // One bound per side: of two, SQLite uses the index for the first and scans for the second.
  const between =
    (from: Id, to: Id | undefined): Span =>
    (column) =>
      isDescending
        ? and(lt(column, from), to === undefined ? undefined : gte(column, to))
        : and(gt(column, from), to === undefined ? undefined : lte(column, to));
  for (let from: Id | null = after; from !== null; ) {
    goOn();
    const isRest = and(isCounted, between(from, upTo)(id));
    const end: Id | null = await endOf(db, id, { isRest, size, isDescending });
    yield between(from, end ?? upTo);
    from = end;
    await nextTurn();
  }
}

async function endOf(
  db: Reader,
  id: AnyPgColumn,
  { isRest, size, isDescending }: { isRest: SQL | undefined; size: number; isDescending: boolean },
): Promise<Id | null> {
  const [last] = await db
    .select({ id: sql<Id>`${id}`.mapWith((value) => id.mapFromDriverValue(value) as Id) })
    .from(id.table)
    .where(isRest)
    .orderBy(isDescending ? desc(id) : asc(id))
    .limit(1)
    .offset(size - 1);
  return last?.id ?? null;
}
