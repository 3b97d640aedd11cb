import { getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { sqliteKit } from './kit/sqlite.ts';
import { makeTables } from './schema.ts';

/** Guards or their meaning forbid that rows of these are deleted. */
const NEVER_DELETED = ['users', 'accounts', 'transactions', 'payment_intents', 'investment_products'];

test('every foreign key to rows that may be deleted has an index, else each deletion reads the whole table', () => {
  const tables = Object.values(makeTables(sqliteKit)) as SQLiteTable[];
  const without = tables.flatMap((table) => {
    const { name, foreignKeys, indexes, primaryKeys, columns } = getTableConfig(table);
    const found = [
      ...indexes.map(({ config }) => config.columns[0]),
      ...primaryKeys.map((key) => key.columns[0]),
      ...columns.filter(({ primary, isUnique }) => primary || isUnique),
    ];
    const indexed = new Set(found.map((column) => (column && 'name' in column ? column.name : '')));
    return foreignKeys
      .map((key) => key.reference())
      .filter(({ foreignTable }) => !NEVER_DELETED.includes(getTableName(foreignTable)))
      .map(({ columns: [column], foreignTable }) => ({ column, foreignTable }))
      .filter(({ column }) => !indexed.has(column?.name ?? ''))
      .map(({ column, foreignTable }) => `${name}.${column?.name} to ${getTableName(foreignTable)}`);
  });
  expect(without).toEqual([]);
});
