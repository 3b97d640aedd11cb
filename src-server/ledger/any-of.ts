import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';

/** `column in (…)` over a list that a prepared query gets whole, as one placeholder; give it `idList`. */
export const anyOf = (on: Reader, column: AnyColumn, placeholder: string): SQL =>
  on.engine === 'postgres'
    ? sql`${column} = any(cast(${sql.placeholder(placeholder)} as text[]))`
    : sql`${column} in (select value from json_each(${sql.placeholder(placeholder)}))`;

/** The value of such a placeholder. */
export const idList = (on: Reader, ids: readonly string[]): unknown =>
  on.engine === 'postgres' ? ids : JSON.stringify(ids);
