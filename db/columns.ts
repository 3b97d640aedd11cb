import type { Table } from 'drizzle-orm';

/** Picks columns of a table as the argument of `select`. */
export const columnsOf = <T extends Table, K extends Extract<keyof T, string>>(
  table: T,
  ...names: K[]
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, K>;
