import { type AnyColumn, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { alphabetical } from '#db/kit/alphabetical';
import { isKnownDay, isKnownMoment } from '#domain/day-schema';
import { refuse } from '#domain/refusal';

/** A column that a list is sorted by: its value of a row as a cursor has it, and back; null for a text that is none. */
type Key<Row> = {
  by: AnyColumn;
  write: (row: Row) => string;
  read: (text: string) => Date | string | null;
  /** What is compared in place of the value. */
  as?: (value: SQLWrapper) => SQL;
};

/** The order of a list. Rows with the same key follow one another by id, in the same direction. */
export type Order<Row> = { key: Key<Row>; id: AnyColumn; isDescending: boolean };

export const byMoment = <Row>(by: AnyColumn, of: (row: Row) => Date): Key<Row> => ({
  by,
  write: (row) => String(of(row).getTime()),
  read: readMoment,
});

/** By a day of the calendar, 'YYYY-MM-DD'. */
export const byDay = <Row>(by: AnyColumn, of: (row: Row) => string): Key<Row> => ({
  by,
  write: of,
  read: (text) => (isKnownDay(text) ? text : null),
});

/** By cents or another number of 64 bits. */
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

/** By a name, in the order of the alphabet. */
export const byName = <Row>(on: Reader, by: AnyColumn, of: (row: Row) => string): Key<Row> => ({
  ...byText(by, of),
  as: (name) => alphabetical(on.engine, name),
});

type Newest = { id: string; createdAt: Date };

/** The order of what was made last, first. */
export const newestFirst = <Row extends Newest>(table: Record<keyof Newest, AnyColumn>): Order<Row> =>
  sorted(table, {}, undefined);

/**
 * The order that `sort` names: one of the keys or `createdAt`, with a minus before it from the last to the first. The
 * newest first when it names none.
 */
export function sorted<Row extends Newest>(
  { id, createdAt }: Record<keyof Newest, AnyColumn>,
  keys: Record<string, Key<Row>>,
  sort = '-createdAt',
): Order<Row> {
  const name = sort.replace(/^-/, '');
  const key = name === 'createdAt' ? byMoment<Row>(createdAt, (row) => row.createdAt) : keys[name];
  if (!key) throw new Error(`no key for the order ${sort}`);
  return { key, id, isDescending: sort.startsWith('-') };
}

/** A select that takes into its condition where the page begins. */
type Query<Row> = (after: SQL | undefined) => {
  orderBy: (...by: SQL[]) => { limit: (count: number) => PromiseLike<Row[]> };
};

/**
 * A page of a list: at most `limit` rows, and the cursor of the next page, null at the end. An index must begin with the
 * key and the id. Refuses VALIDATION for a cursor of another form.
 */
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

/** Rows read with one more than `limit` → the page, and the cursor of the next one. */
export function cut<Row extends { id: string }>(found: readonly Row[], { key }: Order<Row>, limit: number) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? `${key.write(last)}.${last.id}` : null };
}

/** What comes after a cursor; nothing for no cursor. Refuses VALIDATION for one of another form. */
export function afterCursor<Row>({ key, id, isDescending }: Order<Row>, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const dot = cursor.lastIndexOf('.');
  const lastId = cursor.slice(dot + 1);
  const value = dot > 0 && /^[\w-]{1,64}$/.test(lastId) ? key.read(cursor.slice(0, dot)) : null;
  if (value === null) return refuseCursor();
  const [left, right] = [compared(key, key.by), compared(key, sql.param(value, key.by))];
  const beyond = isDescending ? sql`<` : sql`>`;
  const after = sql`(${left}, ${id}) ${beyond} (${right}, ${lastId})`;
  // SQLite finds no place in an index of expressions by a row of values.
  return key.as ? sql`(${left} ${beyond}= ${right} and ${after})` : after;
}

const compared = <Row>({ as }: Key<Row>, value: SQLWrapper): SQLWrapper => as?.(value) ?? value;

function readMoment(text: string): Date | null {
  const moment = new Date(/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
  return isKnownMoment(moment) ? moment : null;
}

/** The moment that a cursor names. PostgreSQL has none beyond its calendar, so a far one is refused: VALIDATION. */
export const momentOfCursor = (milliseconds: string): Date => readMoment(milliseconds) ?? refuseCursor();

/** Refuses a cursor of another form. */
export function refuseCursor(): never {
  refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
}
