/**
 * @module-tag prove
 * @module-tag postgresInCi
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inScratchDatabase } from '#db/copy';
import { isStandIn, testDatabase, testEngine } from './testing/test-db.ts';

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Ended by what drops its database.
  client.on('error', () => {});
  await client.connect();
  return client;
}

describe.runIf(testEngine() === 'postgres' && !isStandIn())('a scratch database', () => {
  test('is dropped by a role that is no superuser while an autovacuum worker and sessions are in it', async () => {
    const address = await testDatabase();
    const admin = await connected(address.url);
    const role = `keeper_${randomBytes(4).toString('hex')}`;
    await admin.query(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD 'x'`);
    await admin.query('ALTER SYSTEM SET autovacuum_naptime = 1');
    await admin.query('SELECT pg_reload_conf()');
    onTestFinished(async () => {
      await admin.query('ALTER SYSTEM RESET autovacuum_naptime');
      await admin.query('SELECT pg_reload_conf()');
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
      await address.drop();
    });
    const url = new URL(address.url);
    url.username = role;
    url.password = 'x';

    const names: string[] = [];
    await inScratchDatabase(url.href, async (scratchUrl) => {
      names.push(new URL(scratchUrl).pathname.slice(1));
      const left = await connected(scratchUrl);
      // A worker that rests 100 ms after each page stays in it.
      await left.query(`CREATE TABLE rows WITH (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)
        AS SELECT n, repeat('x', 1000) FROM generate_series(1, 10000) n`);
      const workers = async () => {
        const { rows } = await admin.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'autovacuum worker'",
          names,
        );
        return rows.length;
      };
      await expect.poll(workers, { timeout: 60_000 }).toBeGreaterThan(0);
    });
    const { rows } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', names);
    expect(rows).toEqual([]);
  });
});
