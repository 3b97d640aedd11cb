import { getTableColumns, type Placeholder, sql, type Table } from 'drizzle-orm';

/** A row of placeholders named as the columns, for a prepared insert. */
export const placeholdersOf = <T extends Table>(table: T): Record<keyof T['$inferSelect'], Placeholder> =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, sql.placeholder(name)]),
  ) as Record<keyof T['$inferSelect'], Placeholder>;
