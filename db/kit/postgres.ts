import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Described in `db/kit/kit.ts`. */
const columns = {
  id: (name: string) => text(name),
  text: (name: string) => text(name),
  oneOf: <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
    text(name, { enum: values as unknown as [T[number], ...T[number][]] }),
  cents: (name: string) => bigint(name, { mode: 'number' }),
  count: (name: string) => integer(name),
  bool: (name: string) => boolean(name),
  at: (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' }),
  date: (name: string) => date(name, { mode: 'string' }),
  json: (name: string) => jsonb(name),
  bytes: (name: string) => bytea(name),
};

/** Adds a CHECK for each `oneOf` column. */
const table = <Name extends string, Shape extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  shape: Shape,
  extras: (self: { [K in keyof Shape]: AnyPgColumn }) => PgTableExtraConfigValue[] = () => [],
) =>
  pgTable(name, shape, (self) => {
    const own = self as unknown as { [K in keyof Shape]: AnyPgColumn };
    const checks = Object.entries(shape).flatMap(([key, builder]) => {
      const values = wordsOf(builder);
      const column = own[key];
      return values && column ? [check(`${name}_${column.name}_one_of`, oneOfCheck(column, values))] : [];
    });
    return [...checks, ...extras(own)];
  });

const wordsOf = (builder: PgColumnBuilderBase): readonly string[] | undefined =>
  (builder as unknown as { config: { enumValues?: string[] } }).config.enumValues;

const oneOfCheck = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.join(
    values.map((value) => sql.raw(`'${value}'`)),
    sql`, `,
  )})`;

export const postgresKit = {
  engine: 'postgres' as const,
  ...columns,
  table,
  check,
  foreignKey,
  index,
  primaryKey,
  uniqueIndex,
};
