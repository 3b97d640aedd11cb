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

/**
 * `(one, other) in (…)` for prepared queries: exactly these tuples. `anyOf` of each column would look for every combination, 4,096 of
 * them in a group of 64. The values go through `tupleList`.
 */
export function anyTuple(on: Reader, columns: readonly AnyColumn[], placeholder: string): SQL {
  const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
  const given =
    on.engine === 'postgres'
      ? sql`select * from unnest(${listed(
          columns.map((_, place) => sql`cast(${sql.placeholder(`${placeholder}${place}`)} as text[])`),
        )})`
      : sql`select ${listed(columns.map((_, place) => sql`json_extract(value, ${`$[${place}]`})`))}
          from json_each(${sql.placeholder(placeholder)})`;
  return sql`(${listed(columns.map((column) => sql`${column}`))}) in (${given})`;
}

/** Values of `anyTuple`, of which there must be one or more. */
export function tupleList(
  on: Reader,
  placeholder: string,
  tuples: readonly (readonly string[])[],
): Record<string, unknown> {
  if (on.engine !== 'postgres') return { [placeholder]: JSON.stringify(tuples) };
  const places = (tuples[0] ?? []).map((_, place) => place);
  return Object.fromEntries(
    places.map((place) => [`${placeholder}${place}`, tuples.map((tuple) => tuple[place])]),
  );
}
