import { createHash } from 'node:crypto';
import type { Table } from 'drizzle-orm';
import { getTableName } from 'drizzle-orm';
import type { QueryConfig, QueryResult } from 'pg';
import { decoded, type InsertOptions, insertColumns, insertParts, valuesOf } from '#db/insert-rows';

/** All rows in one statement: an array for each column. */
export async function insertTogether(
  query: (config: QueryConfig) => Promise<QueryResult>,
  table: Table,
  rows: readonly object[],
  options: InsertOptions,
): Promise<object[]> {
  const columns = insertColumns(table);
  const { into, after, returned } = insertParts(table, options);
  const arrays = columns.map(({ type }, place) => `$${place + 1}::${type}[]`).join(', ');
  const each = rows.map((row) => valuesOf(row as Record<string, unknown>, columns));
  const text = `${into} select * from unnest(${arrays}) ${after}`;
  const { rows: written } = await query({
    name: `insert ${getTableName(table)} ${shortHash(text)}`,
    text,
    values: columns.map((_, place) => each.map((values) => values[place])),
    rowMode: 'array',
  } as QueryConfig);
  return written.map((row) => decoded(row as unknown[], returned));
}

/** Of at most 63 bytes, a statement's name must differ with its text. */
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
