import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isLockRefused } from '#db/error';
import { fixedRows } from '#db/fixed-rows';
import { GUARDS, guardsOf, MIGRATIONS_TABLE, type Migration, migrationsOf, pending } from '#db/migrations';

/** Arbitrary, but the same in every version. */
export const ADVISORY_LOCK = 7_235_401;

/** The longest Node timer, in ms; 0 would mean the pool's limit. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/**
 * While it waits for a table, every later query on it waits behind: a dump, which reads all tables to its end, would stop the bank. So it
 * lets them pass between short tries.
 */
const TABLE = { waitMs: 2_000, pauseMs: 4_000, giveUpMs: 5 * 60_000 };

/** Queries without a time limit. */
type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<Row>>;

type Pool = { connect(): Promise<PoolClient> };

/** Applies missing migrations in one transaction; a second process waits without limit, then finds none. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const startedAtMs = performance.now();
  let areRowsKnown = false;
  for (;;) {
    try {
      if (!areRowsKnown) await alone(pool, knowRows);
      areRowsKnown = true;
      return await alone(pool, migrateInside);
    } catch (error) {
      if (!isLockRefused(error) || performance.now() - startedAtMs > TABLE.giveUpMs) throw error;
    }
    await sleep(TABLE.pauseMs);
  }
}

/** In a transaction that no other process's migration runs beside. */
async function alone(pool: Pool, work: (ask: Ask) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const ask: Ask = (text, values) =>
    client.query({ text, values, query_timeout: NO_LIMIT_MS } as QueryConfig);
  try {
    await ask('BEGIN READ WRITE');
    await ask('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await ask(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    await ask(`SET LOCAL lock_timeout = ${TABLE.waitMs}`);
    await work(ask);
    await ask('COMMIT');
    client.release();
  } catch (error) {
    // Drops the connection with its transaction.
    client.release(true);
    throw error;
  }
}

async function lookAt(ask: Ask): Promise<{ applied: Migration[]; missing: Migration[] }> {
  await ask(
    `CREATE TABLE IF NOT EXISTS ${MIGRATIONS_TABLE} (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows: applied } = await ask<Migration>(`SELECT name, sha256 FROM ${MIGRATIONS_TABLE}`);
  return { applied, missing: pending(migrationsOf('postgres'), applied) };
}

/**
 * A migration that fills one table from others reads each row of them once only if the planner knows how many there are, and may keep them
 * in memory (`work_mem`). A database that was just restored has no statistics. Before the migration, which keeps everybody from its tables:
 * this takes long, and keeps nobody.
 */
async function knowRows(ask: Ask): Promise<void> {
  const { applied, missing } = await lookAt(ask);
  if (missing.length > 0 && applied.length > 0) await ask('ANALYZE');
}

async function migrateInside(ask: Ask): Promise<void> {
  // Again: another process may have migrated meanwhile.
  const { applied, missing } = await lookAt(ask);
  const guards = guardsOf('postgres');
  if (missing.length > 0 || applied.find(({ name }) => name === GUARDS)?.sha256 !== guards.sha256) {
    if (missing.length > 0) await ask("SET LOCAL work_mem = '256MB'");
    // First: a migration may fill what the guards fix.
    await dropTriggers(ask);
    for (const migration of missing) {
      await ask(migration.text);
      await write(ask, migration);
    }
    await ask(guards.text);
    await write(ask, guards);
  }
  await ask(fixedRows('postgres'));
}

async function dropTriggers(ask: Ask): Promise<void> {
  const { rows } = await ask<{ drop: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop FROM pg_trigger
     JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace`,
  );
  for (const { drop } of rows) await ask(drop);
}

async function write(ask: Ask, { name, sha256 }: Migration): Promise<void> {
  await ask(
    `INSERT INTO ${MIGRATIONS_TABLE} (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`,
    [name, sha256],
  );
}
