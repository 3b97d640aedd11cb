import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { databaseUrl, statement, type TestPostgres } from './postgres-setup.ts';
import { startStandIn } from './stand-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres';
  }
}

type Verifier = (db: Db) => Promise<void>;
type Opened = { db: Db; verify: boolean; address: Address };

/** Test files that share a process set this again, each in its setup. */
let verifier: Verifier = async () => {};
const opened: Opened[] = [];
/** Emptied databases to reuse: emptying is several times faster than cloning. */
const spare: Address[] = [];
let counter = 0;

/** Long, because a busy machine must not fail tests. */
const TEST_BUSY_AFTER_MS = 60_000;

/** Throws in the project without databases. */
export function testEngine(): 'sqlite' | 'postgres' {
  const engine: 'sqlite' | 'postgres' | undefined = inject('engine');
  if (!engine)
    throw new Error(
      'this test runs without a database: db/testing/tests-by-database.ts found no import of db/testing/test-db.ts in it',
    );
  return engine;
}

/** PGlite has one connection, so nothing can race. */
export const isStandIn = (): boolean => testEngine() === 'postgres' && inject('postgres').standIn;

/** Whether tests run here that give the same result on both engines: on SQLite always, on PostgreSQL with PROVE=whole. */
export const isRunOnThisEngine = (): boolean => testEngine() === 'sqlite' || process.env.PROVE === 'whole';

/** A check that every test database must pass; it throws on a problem. */
export function onVerify(chosen: Verifier): void {
  verifier = chosen;
}

/** A migrated database for one test, verified afterwards unless `verify: false`. `image`: the database to copy. */
export async function testDb({
  verify = true,
  image,
  ...options
}: OpenOptions & { verify?: boolean; image?: TestImage } = {}): Promise<Db> {
  const address = image ? await image.copy() : (spare.pop() ?? (await testDatabase()));
  const db = await open(address.url, {
    busyAfterMs: TEST_BUSY_AFTER_MS,
    turnAfterMs: TEST_BUSY_AFTER_MS,
    ...options,
    ...(isStandIn() && { maxConnections: 1 }),
  });
  opened.push({ db, verify, address });
  return db;
}

type Server = Extract<TestPostgres, { standIn: false }>;
type Address = {
  url: string;
  drop: () => Promise<void>;
  /** The database must have no connections. */
  copy: () => Promise<Address>;
  empty?: () => Promise<void>;
};

/** A filled database to copy. */
export type TestImage = Pick<Address, 'copy' | 'drop'>;

/** Verifies, closes and keeps a test's database as an image; the caller must `drop` it. */
export async function takeImage(db: Db): Promise<TestImage> {
  const taken = opened.find((one) => one.db === db);
  if (!taken) throw new Error('takeImage: not a database of testDb');
  await verifier(db);
  opened.splice(opened.indexOf(taken), 1);
  await db.close();
  return taken.address;
}

/** A migrated database; the caller must `drop` it. Prefer `testDb`. */
export async function testDatabase(): Promise<Address> {
  if (testEngine() === 'sqlite') return newFile(inject('sqliteImage'));
  const postgres = inject('postgres');
  return postgres.standIn ? standIn(postgres.image) : clone(postgres, postgres.template);
}

export async function emptyDatabase(): Promise<Address> {
  if (testEngine() === 'sqlite') return newFile();
  const postgres = inject('postgres');
  return postgres.standIn ? standIn() : clone(postgres, 'template0');
}

function newFile(image?: string): Address {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-test-db-'));
  const file = join(folder, 'bank.db');
  if (image) copyFileSync(image, file);
  return {
    url: `file:${file}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
    copy: async () => newFile(file),
  };
}

async function standIn(image?: string): Promise<Address> {
  const server = await startStandIn(image);
  const copy = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'valebank-test-db-'));
    const dumped = join(folder, 'image.tar');
    writeFileSync(dumped, await server.dump());
    return standIn(dumped).finally(() => rmSync(folder, { recursive: true }));
  };
  return { url: server.url, drop: server.stop, copy };
}

/** The name lets the end of the run find leftovers. */
async function clone(server: Server, from: string): Promise<Address> {
  const name = `${server.template}_${process.pid}_${++counter}`;
  await statement(server.url, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  const url = databaseUrl(server.url, name);
  return {
    url,
    drop: () => statement(server.url, `DROP DATABASE ${name} WITH (FORCE)`),
    copy: () => clone(server, name),
    ...(from !== 'template0' && { empty: () => statement(url, EMPTYING) }),
  };
}

/** As superuser, bypassing guards and references; keeps the fixed rows. */
const EMPTYING = [
  'SET session_replication_role = replica',
  ...Object.values(makeTables(postgresKit)).map((table) => `DELETE FROM ${getTableName(table)}`),
  fixedRows('postgres'),
].join(';\n');

/** Verifies and drops a database before its test ends. */
export async function endTestDb(db: Db): Promise<void> {
  const place = opened.findIndex((one) => one.db === db);
  for (const one of opened.splice(place, place === -1 ? 0 : 1)) await end(one, { mayKeep: false });
}

/** Verifies and closes the test's databases; throws the first problem. */
export async function endTestDbs(): Promise<void> {
  const failures: unknown[] = [];
  for (const one of opened.splice(0)) await end(one).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function end({ db, verify, address }: Opened, { mayKeep = true } = {}): Promise<void> {
  try {
    if (verify) await verifier(db);
  } finally {
    await db.close();
    if (mayKeep && verify && address.empty) {
      await address.empty();
      spare.push(address);
    } else {
      await address.drop();
    }
  }
}
