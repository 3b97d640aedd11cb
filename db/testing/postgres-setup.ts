import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, open } from '#db/open';
import { startCluster } from '../../scripts/postgres-cluster.ts';
import { startStandIn } from './stand-in.ts';

/** Superuser URL and migrated database, or the stand-in's image. */
export type TestPostgres =
  | { standIn: false; url: string; template: string }
  | { standIn: true; image: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** Once per run: a cluster (or VALEBANK_TEST_POSTGRES) with a migrated database to clone, or PGlite's image. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.VALEBANK_TEST_POSTGRES;
  if (process.env.PG_STANDIN === '1' && !given) return standIn(project);
  const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
  if (!cluster) return standIn(project);
  const template = `valebank_template_${process.pid}`;
  await statement(cluster.url, `CREATE DATABASE ${template}`);
  await migrated(databaseUrl(cluster.url, template));
  project.provide('postgres', { standIn: false, url: cluster.url, template });
  return async () => {
    if (given) await dropAll(cluster.url, template);
    await cluster.stop();
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function standIn(project: TestProject): Promise<() => Promise<void>> {
  console.log(
    'PostgreSQL: PGlite stands in for the missing server; tests that need several connections are skipped',
  );
  const folder = mkdtempSync(join(tmpdir(), 'valebank-pglite-'));
  const image = join(folder, 'image.tar');
  const server = await startStandIn();
  await migrated(server.url);
  writeFileSync(image, await server.dump());
  await server.stop();
  project.provide('postgres', { standIn: true, image });
  return async () => rmSync(folder, { recursive: true, force: true });
}

async function migrated(url: string): Promise<void> {
  const db = await open(url, { maxConnections: 1 });
  await migrate(db);
  await db.close();
}

export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

export async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
