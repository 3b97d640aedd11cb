import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { isKnownMoment } from '#domain/day-schema';
import { refuse } from '#domain/refusal';

/** The two columns that put a list in order: the moment of making, and the id for what was made in the same one. */
type Order = { createdAt: AnyColumn; id: AnyColumn };

/** What comes after the cursor in a list that is newest first; nothing for no cursor. Refuses VALIDATION for one that is none. */
export function olderThan({ createdAt, id }: Order, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [, moment, lastId] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (moment === undefined || lastId === undefined) refuseCursor();
  const at = sql.param(momentOfCursor(moment), createdAt);
  return sql`(${createdAt}, ${id}) < (${at}, ${lastId})`;
}

/** The moment that a cursor names. PostgreSQL has none beyond its calendar, so a far one is refused: VALIDATION. */
export function momentOfCursor(milliseconds: string): Date {
  const moment = new Date(Number(milliseconds));
  return isKnownMoment(moment) ? moment : refuseCursor();
}

/** Says that a cursor is none. */
export function refuseCursor(): never {
  refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
}

/** Rows read with one more than `limit` → the page, and the cursor of the next one (null at the end). */
export function pageOf<Row extends { id: string; createdAt: Date }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    page,
    nextCursor: last && rows.length > limit ? `${last.createdAt.getTime()}.${last.id}` : null,
  };
}
