type Strength = 'update' | 'no key update' | 'share';

/** A query for rows, on either engine; only PostgreSQL's can lock what it finds. */
const locking =
  (strength: Strength) =>
  <Query extends object>(query: Query): Query =>
    'for' in query ? (query.for as (strength: Strength) => Query).call(query, strength) : query;

/** Locks the rows that a query finds until the transaction ends. SQLite has one writer, and needs no lock. */
export const forUpdate = locking('update');

/** The same for rows that others refer to and whose key stays: who inserts a reference to them does not wait. */
export const forNoKeyUpdate = locking('no key update');

/** Keeps the rows as they are until the transaction ends; several may do so at the same time. */
export const forShare = locking('share');
