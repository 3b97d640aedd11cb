import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Db } from '#db/db';
import type { OpenOptions } from '#db/engine';
import { fixedRows } from '#db/fixed-rows';
import { postgresKit } from '#db/kit/postgres';
import { open } from '#db/open';
import { makeTables } from '#db/schema';
import { databaseUrl, statement } from './postgres-setup.ts';
import { startStandIn } from './stand-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that the running vitest project is about. */
    engine: 'sqlite' | 'postgres';
  }
}

type Verifier = (db: Db) => Promise<void>;
type Opened = { db: Db; verify: boolean; address: Address };

const verifiers: Verifier[] = [];
const opened: Opened[] = [];
/** Emptied databases for the next tests of this file: emptying one is several times faster than cloning. */
const spare: Address[] = [];
let counter = 0;

/** The engine of the running vitest project. */
export const testEngine = (): 'sqlite' | 'postgres' => inject('engine');

/** Whether PGlite stands in for PostgreSQL: one connection only, so nothing can race. */
export const isStandIn = (): boolean => testEngine() === 'postgres' && inject('postgres').standIn;

/** Registers what every test database must pass at the end of its test; it throws when something is wrong. */
export function onVerify(verifier: Verifier): void {
  verifiers.push(verifier);
}

/**
 * A migrated database of the test's own, on the engine of its vitest project. After the test it is verified (not with
 * `verify: false`, for tests that break it or change its schema on purpose), closed, and deleted or emptied.
 */
export async function testDb({
  verify = true,
  ...options
}: OpenOptions & { verify?: boolean } = {}): Promise<Db> {
  const address = spare.pop() ?? (await testDatabase());
  const db = await open(
    address.url,
    isStandIn() ? { busyAfterMs: 60_000, ...options, maxConnections: 1 } : options,
  );
  opened.push({ db, verify, address });
  return db;
}

type Address = { url: string; drop: () => Promise<void>; empty?: () => Promise<void> };

/** The address of a migrated database of one's own; whoever asks must `drop` it. Prefer `testDb`. */
export async function testDatabase(): Promise<Address> {
  if (testEngine() === 'sqlite') {
    const database = newFile();
    copyFileSync(inject('sqliteImage'), database.file);
    return database;
  }
  const postgres = inject('postgres');
  if (postgres.standIn) return standIn(postgres.image);
  const database = await clone(postgres.url, postgres.template);
  return { ...database, empty: () => statement(database.url, EMPTYING) };
}

/** The same with nothing in it: what a first start finds. */
export async function emptyDatabase(): Promise<Address> {
  if (testEngine() === 'sqlite') return newFile();
  const postgres = inject('postgres');
  return postgres.standIn ? standIn() : clone(postgres.url, 'template0');
}

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-test-db-'));
  const file = join(folder, 'bank.db');
  return { file, url: `file:${file}`, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function standIn(image?: string): Promise<Address> {
  const server = await startStandIn(image);
  return { url: server.url, drop: server.stop };
}

async function clone(server: string, template: string): Promise<Address> {
  const name = `valebank_test_${process.pid}_${++counter}`;
  await statement(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: databaseUrl(server, name),
    drop: () => statement(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** As superuser, past every guard and reference: no row but the bank's own. */
const EMPTYING = [
  'SET session_replication_role = replica',
  ...Object.values(makeTables(postgresKit)).map((table) => `DELETE FROM ${getTableName(table)}`),
  fixedRows('postgres'),
].join(';\n');

/** Verifies and closes every database that the test opened; throws the first thing found wrong. */
export async function endTestDbs(): Promise<void> {
  const failures: unknown[] = [];
  for (const { db, verify, address } of opened.splice(0)) {
    try {
      if (verify) for (const verifier of verifiers) await verifier(db);
    } catch (error) {
      failures.push(error);
    }
    await db.close();
    if (verify && address.empty) {
      await address.empty();
      spare.push(address);
    } else {
      await address.drop();
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** At the end of a file: deletes what was kept for its next test. */
export async function dropSpareDbs(): Promise<void> {
  for (const { drop } of spare.splice(0)) await drop();
}
