import { getTableColumns, getTableName, type Table } from 'drizzle-orm';

/** `conflict`: an ON CONFLICT clause, with the names of the database; `returning`: keys of the columns to return. */
export type InsertOptions<Key extends string = string> = { conflict?: string; returning?: readonly Key[] };

export type InsertColumn = {
  key: string;
  name: string;
  type: string;
  encode(value: unknown): unknown;
  decode(value: unknown): unknown;
};

const known = new WeakMap<Table, InsertColumn[]>();

/** The columns of a table in their order, with the mapping of their values for the driver. */
export function insertColumns(table: Table): InsertColumn[] {
  const found = known.get(table);
  if (found) return found;
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    name: column.name,
    type: column.getSQLType(),
    encode: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
    decode: (value: unknown) => (value === null ? null : column.mapFromDriverValue(value)),
  }));
  known.set(table, columns);
  return columns;
}

/** 'INSERT INTO table (columns)' and what follows the values. */
export function insertParts(
  table: Table,
  { conflict, returning }: InsertOptions,
): { into: string; after: string; returned: InsertColumn[] } {
  const columns = insertColumns(table);
  const returned = (returning ?? []).map((key) => {
    const column = columns.find((one) => one.key === key);
    if (!column) throw new Error(`insertRows: ${getTableName(table)} has no column ${key}`);
    return column;
  });
  const names = (of: readonly InsertColumn[]) => of.map(({ name }) => `"${name}"`).join(', ');
  return {
    into: `insert into "${getTableName(table)}" (${names(columns)})`,
    after: [conflict, returned.length > 0 && `returning ${names(returned)}`].filter(Boolean).join(' '),
    returned,
  };
}

/** The values of rows by column; throws for a row without one. */
export function valuesOf(row: Record<string, unknown>, columns: readonly InsertColumn[]): unknown[] {
  return columns.map(({ key, encode }) => {
    const value = row[key];
    if (value === undefined) throw new Error(`insertRows: a row without ${key}`);
    return encode(value);
  });
}

export const decoded = (values: readonly unknown[], columns: readonly InsertColumn[]): object =>
  Object.fromEntries(columns.map(({ key, decode }, place) => [key, decode(values[place])]));
