import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { refuse } from '#domain/refusal';

/** The two columns that put a list in order: the moment of making, and the id for what was made in the same one. */
type Order = { createdAt: AnyColumn; id: AnyColumn };

/** What comes after the cursor in a list that is newest first; nothing for no cursor. Refuses VALIDATION for one that is none. */
export function olderThan({ createdAt, id }: Order, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [, moment, lastId] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (moment === undefined || lastId === undefined)
    refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
  const at = sql.param(new Date(Number(moment)), createdAt);
  return sql`(${createdAt}, ${id}) < (${at}, ${lastId})`;
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
