import type { Database, Statement } from 'better-sqlite3';
import type { Table } from 'drizzle-orm';
import {
  decoded,
  type InsertColumn,
  type InsertOptions,
  insertColumns,
  insertParts,
  valuesOf,
} from '#db/insert-rows';

type RowInsert = { statement: Statement; returned: InsertColumn[] };
const inserts = new WeakMap<Database, Map<string, RowInsert>>();

/** A row at a time, with a statement prepared once per connection. */
export function insertEach(
  writer: Database,
  table: Table,
  rows: readonly object[],
  options: InsertOptions,
): object[] {
  const { statement, returned } = rowInsert(writer, table, options);
  const columns = insertColumns(table);
  const kept: object[] = [];
  for (const row of rows) {
    const values = valuesOf(row as Record<string, unknown>, columns);
    if (returned.length === 0) statement.run(values);
    else for (const one of statement.all(values)) kept.push(decoded(one as unknown[], returned));
  }
  return kept;
}

function rowInsert(writer: Database, table: Table, options: InsertOptions): RowInsert {
  const { into, after, returned } = insertParts(table, options);
  const text = `${into} values (${insertColumns(table)
    .map(() => '?')
    .join(', ')}) ${after}`;
  const own = inserts.get(writer) ?? new Map<string, RowInsert>();
  inserts.set(writer, own);
  const found = own.get(text);
  if (found) return found;
  const statement = writer.prepare(text);
  if (returned.length > 0) statement.raw();
  const prepared = { statement, returned };
  own.set(text, prepared);
  return prepared;
}
