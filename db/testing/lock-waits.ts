/**
 * How many locks of this PostgreSQL database are waited for. Within a transaction `pg_stat_activity` always answers as it did
 * first.
 */
export const LOCK_WAITS = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted
  AND pid IN (SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
