import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';

/** `column in (…)` for prepared queries: one placeholder; pass its value through `idList`. */
export const anyOf = (on: Reader, column: AnyColumn, placeholder: string): SQL =>
  on.engine === 'postgres'
    ? sql`${column} = any(cast(${sql.placeholder(placeholder)} as text[]))`
    : sql`${column} in (select value from json_each(${sql.placeholder(placeholder)}))`;

export const idList = (on: Reader, ids: readonly string[]): unknown =>
  on.engine === 'postgres' ? ids : JSON.stringify(ids);

/** `column in (…)` for any number of ids. */
export const among = (on: Reader, column: AnyColumn, ids: readonly string[]): SQL =>
  on.engine === 'postgres'
    ? sql`${column} = any(cast(${sql.param(ids)} as text[]))`
    : sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
