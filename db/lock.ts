import type { Table } from 'drizzle-orm';

type Strength = 'update' | 'no key update' | 'share';

/** Only PostgreSQL's queries have `for`. `of`: the only table of a join whose rows are locked. */
const locking =
  (strength: Strength) =>
  <Query extends object>(query: Query, of?: Table): Query =>
    'for' in query
      ? (query.for as (strength: Strength, options?: { of: Table }) => Query).call(
          query,
          strength,
          of && { of },
        )
      : query;

/** Locks rows until the transaction ends. SQLite has one writer and needs no lock. */
export const forUpdate = locking('update');

/** Weaker: inserts that reference the rows do not wait. */
export const forNoKeyUpdate = locking('no key update');

/** Shared lock against changes. */
export const forShare = locking('share');
