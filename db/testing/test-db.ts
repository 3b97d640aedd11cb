import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Db } from '#db/db';
import type { OpenOptions } from '#db/engine';
import { open } from '#db/open';
import { databaseUrl, statement } from './postgres-setup.ts';
import { startStandIn } from './stand-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that the running vitest project is about. */
    engine: 'sqlite' | 'postgres';
  }
}

type Verifier = (db: Db) => Promise<void>;
type Opened = { db: Db; verify: boolean; drop: () => Promise<void> };

const verifiers: Verifier[] = [];
const opened: Opened[] = [];
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
 * `verify: false`, for tests that break it on purpose), closed and deleted.
 */
export async function testDb({
  verify = true,
  ...options
}: OpenOptions & { verify?: boolean } = {}): Promise<Db> {
  const { url, drop } = await testDatabase();
  const db = await open(url, isStandIn() ? { ...options, maxConnections: 1 } : options);
  opened.push({ db, verify, drop });
  return db;
}

type Address = { url: string; drop: () => Promise<void> };

/** The address of a migrated database of one's own; whoever asks must `drop` it. Prefer `testDb`. */
export async function testDatabase(): Promise<Address> {
  if (testEngine() === 'sqlite') {
    const database = newFile();
    copyFileSync(inject('sqliteImage'), database.file);
    return database;
  }
  const postgres = inject('postgres');
  return postgres.standIn ? standIn(postgres.image) : clone(postgres.url, postgres.template);
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

/** Verifies, closes and deletes every database that the test opened; throws the first thing found wrong. */
export async function endTestDbs(): Promise<void> {
  const failures: unknown[] = [];
  for (const { db, verify, drop } of opened.splice(0)) {
    try {
      if (verify) for (const verifier of verifiers) await verifier(db);
    } catch (error) {
      failures.push(error);
    }
    await db.close();
    await drop();
  }
  if (failures.length > 0) throw failures[0];
}
