import type { PoolClient } from 'pg';
import { fixedRows } from '#db/fixed-rows';
import { BOOK, GUARDS, guardsOf, type Migration, migrationsOf, pending } from '#db/migrations';

/** Any number, as long as every version of the program uses the same. */
const ADVISORY_LOCK = 7_235_401;

/** Applies what is missing in one transaction; a second process waits for the first, then finds nothing to do. */
export async function migratePostgres(pool: { connect(): Promise<PoolClient> }): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ WRITE');
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '120s'");
    await client.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    await migrateInside(client);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // The connection is given up with its transaction.
    client.release(true);
    throw error;
  }
}

async function migrateInside(client: PoolClient): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${BOOK} (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows: applied } = await client.query<Migration>(`SELECT name, sha256 FROM ${BOOK}`);
  const missing = pending(migrationsOf('postgres'), applied);
  for (const migration of missing) {
    await client.query(migration.text);
    await write(client, migration);
  }
  const guards = guardsOf('postgres');
  if (missing.length > 0 || applied.find(({ name }) => name === GUARDS)?.sha256 !== guards.sha256) {
    const { rows: triggers } = await client.query<{ drop: string }>(
      `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop FROM pg_trigger
       JOIN pg_class ON pg_class.oid = tgrelid
       WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace`,
    );
    for (const { drop } of triggers) await client.query(drop);
    await client.query(guards.text);
    await write(client, guards);
  }
  await client.query(fixedRows('postgres'));
}

async function write(client: PoolClient, { name, sha256 }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO ${BOOK} (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`,
    [name, sha256],
  );
}
