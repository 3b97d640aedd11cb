import { type AnyColumn, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { alphabetical } from '#db/kit/alphabetical';
import { isKnownDay, isKnownMoment } from '#domain/day-schema';
import { refuse } from '#domain/refusal';

type Key<Row> = {
  by: AnyColumn;
  write: (row: Row) => string;
  read: (text: string) => Date | string | null;
  as?: (value: SQLWrapper) => SQL;
};

/** Order of a list; ties are ordered by id in the same direction. */
export type Order<Row> = { key: Key<Row>; id: AnyColumn; isDescending: boolean };

export const byMoment = <Row>(by: AnyColumn, of: (row: Row) => Date): Key<Row> => ({
  by,
  write: (row) => String(of(row).getTime()),
  read: readMoment,
});

export const byDay = <Row>(by: AnyColumn, of: (row: Row) => string): Key<Row> => ({
  by,
  write: of,
  read: (text) => (isKnownDay(text) ? text : null),
});

export const byCents = <Row>(by: AnyColumn, of: (row: Row) => number): Key<Row> => ({
  by,
  write: (row) => String(of(row)),
  read: (text) => (/^\d{1,15}$/.test(text) ? text : null),
});

export const byText = <Row>(by: AnyColumn, of: (row: Row) => string): Key<Row> => ({
  by,
  write: of,
  read: (text) => text,
});

export const byName = <Row>(on: Reader, by: AnyColumn, of: (row: Row) => string): Key<Row> => ({
  ...byText(by, of),
  as: (name) => alphabetical(on.engine, name),
});

type Newest = { id: string; createdAt: Date };

export const newestFirst = <Row extends Newest>(table: Record<keyof Newest, AnyColumn>): Order<Row> =>
  sorted(table, {}, undefined);

/** `sort`: a key or `createdAt`, with a leading minus for descending. Default: newest first. */
export function sorted<Row extends Newest>(
  { id, createdAt }: Record<keyof Newest, AnyColumn>,
  keys: Record<string, Key<Row>>,
  sort = '-createdAt',
): Order<Row> {
  const name = sort.replace(/^-/, '');
  const key = name === 'createdAt' ? byMoment<Row>(createdAt, (row) => row.createdAt) : keys[name];
  if (!key) throw new Error(`unknown sort key ${sort}`);
  return { key, id, isDescending: sort.startsWith('-') };
}

type Query<Row> = (after: SQL | undefined) => {
  orderBy: (...by: SQL[]) => { limit: (count: number) => PromiseLike<Row[]> };
};

/** A page and the next cursor. Needs an index on key and id. Refuses VALIDATION for a malformed cursor. */
export async function page<Row extends { id: string }>(
  query: Query<Row>,
  order: Order<Row>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const direction = order.isDescending ? desc : asc;
  const found = await query(afterCursor(order, cursor))
    .orderBy(direction(compared(order.key, order.key.by)), direction(order.id))
    .limit(limit + 1);
  return cut(found, order, limit);
}

/** The answer of a list that `page` or `cut` made. */
export const pageSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, nextCursor: z.string().nullable() });

export function cut<Row extends { id: string }>(found: readonly Row[], { key }: Order<Row>, limit: number) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? `${key.write(last)}.${last.id}` : null };
}

/** The condition for rows after a cursor. Refuses VALIDATION for a malformed cursor. */
export function afterCursor<Row>({ key, id, isDescending }: Order<Row>, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const last = readCursor(key, cursor);
  const [left, right] = [compared(key, key.by), compared(key, sql.param(last.value, key.by))];
  const beyond = isDescending ? sql`<` : sql`>`;
  const after = sql`(${left}, ${id}) ${beyond} (${right}, ${last.id})`;
  // SQLite cannot use an expression index for a row value.
  return key.as ? sql`(${left} ${beyond}= ${right} and ${after})` : after;
}

/** Key and id of the last row of the page before. Refuses VALIDATION if malformed. */
export function readCursor<Row>(key: Key<Row>, cursor: string): { value: Date | string; id: string } {
  const dot = cursor.lastIndexOf('.');
  const id = cursor.slice(dot + 1);
  const value = dot > 0 && /^[\w-]{1,64}$/.test(id) ? key.read(cursor.slice(0, dot)) : null;
  return value === null ? refuseCursor() : { value, id };
}

const compared = <Row>({ as }: Key<Row>, value: SQLWrapper): SQLWrapper => as?.(value) ?? value;

function readMoment(text: string): Date | null {
  const moment = new Date(/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
  return isKnownMoment(moment) ? moment : null;
}

/** The moment in a cursor. Refuses VALIDATION beyond PostgreSQL's date range. */
export const momentOfCursor = (milliseconds: string): Date => readMoment(milliseconds) ?? refuseCursor();

export function refuseCursor(): never {
  refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
}
