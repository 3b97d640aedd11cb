import type { Table } from 'drizzle-orm';

/** What `select` takes, under the columns' own names. */
export const columnsOf = <T extends Table, K extends Extract<keyof T, string>>(
  table: T,
  ...names: K[]
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, K>;
