import { type SQL, sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  type SQLiteColumnBuilderBase,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

/** Described in `db/kit/kit.ts`. */
const columns = {
  id: (name: string) => text(name),
  text: (name: string) => text(name),
  oneOf: (name: string, values: readonly [string, ...string[]]) =>
    text(name, { enum: [...values] as [string, ...string[]] }),
  cents: (name: string) => integer(name, { mode: 'number' }),
  count: (name: string) => integer(name, { mode: 'number' }),
  bool: (name: string) => integer(name, { mode: 'boolean' }),
  at: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  date: (name: string) => text(name),
  json: (name: string) => text(name, { mode: 'json' }),
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
};

type Column = AnySQLiteColumn;

const table = (
  name: string,
  shape: Record<string, SQLiteColumnBuilderBase>,
  extras: (self: Record<string, Column>) => unknown[] = () => [],
) =>
  sqliteTable(name, shape, (self) => {
    const own = self as Record<string, Column>;
    const checks = Object.entries(shape).flatMap(([key, builder]) => {
      const values = wordsOf(builder);
      const column = own[key];
      return values && column ? [check(`${name}_${column.name}_one_of`, oneOfCheck(column, values))] : [];
    });
    return [...checks, ...extras(own)] as ReturnType<typeof check>[];
  });

const wordsOf = (builder: SQLiteColumnBuilderBase): readonly string[] | undefined =>
  (builder as unknown as { config: { enumValues?: string[] } }).config.enumValues;

const oneOfCheck = (column: Column, values: readonly string[]): SQL =>
  sql`${column} in (${sql.join(
    values.map((value) => sql.raw(`'${value}'`)),
    sql`, `,
  )})`;

export const sqliteKit = {
  engine: 'sqlite',
  ...columns,
  table,
  check,
  foreignKey,
  index,
  primaryKey,
  uniqueIndex,
} as unknown as Kit;
