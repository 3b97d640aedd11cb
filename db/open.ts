import type { Db } from '#db/db';
import { engineOf, keepLastCommit, type OpenOptions } from '#db/engine';

/**
 * Opens 'file:…' or 'postgres://…'; `migrate` creates the tables. SQLite: throws if a durability pragma cannot be set.
 */
export async function open(url: string, options: OpenOptions = {}): Promise<Db> {
  let committedAtMs = Number.NEGATIVE_INFINITY;
  const onCommit: OpenOptions['onCommit'] = (transactions, tookMs) => {
    if (transactions > 0) committedAtMs = performance.now();
    options.onCommit?.(transactions, tookMs);
  };
  const db = await openEngine(url, { ...options, onCommit });
  keepLastCommit(db, () => committedAtMs);
  await engineOf(db).replica?.look();
  return db;
}

async function openEngine(url: string, options: OpenOptions): Promise<Db> {
  if (url.startsWith('file:')) return (await import('#db/sqlite')).openSqlite(url, options);
  if (/^postgres(ql)?:\/\//.test(url)) return (await import('#db/postgres')).openPostgres(url, options);
  throw new Error(`DATABASE_URL must start with file: or postgres://, not ${url.split(':')[0]}:`);
}

/** Applies migrations, triggers and the rows that every bank has. Two processes may run it at once. */
export const migrate = (db: Db): Promise<void> => engineOf(db).migrate();
