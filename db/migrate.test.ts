/** @module-tag postgres */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engineOf } from '#db/engine';
import { ADVISORY_LOCK } from '#db/migrate-postgres';
import { migrate, open } from '#db/open';
import { BANK_ACCOUNTS } from '#domain/ledger/words';
import { nextFile, pendingMigration } from '../scripts/generate-migrations.ts';
import { guardList } from './testing/guard-list.ts';
import { LOCK_WAITS } from './testing/lock-waits.ts';
import { raceTest } from './testing/race-test.ts';
import { openRaw, type Raw } from './testing/raw.ts';
import { emptyDatabase, isStandIn, testDb, testEngine } from './testing/test-db.ts';

const engine = testEngine();

async function triggersOf(raw: Raw): Promise<string[]> {
  const rows = await raw.run(
    engine === 'sqlite'
      ? "SELECT tbl_name || '.' || name AS trigger FROM sqlite_master WHERE type = 'trigger'"
      : "SELECT tgrelid::regclass || '.' || tgname AS trigger FROM pg_trigger WHERE NOT tgisinternal",
  );
  return rows.map((row) => String(row.trigger)).sort();
}

async function beside(url: string, run: (raw: Raw) => Promise<void>): Promise<void> {
  const raw = await openRaw(url);
  try {
    await run(raw);
  } finally {
    await raw.close();
  }
}

test('the committed migrations produce exactly the schema', async () => {
  expect((await pendingMigration(engine)).statements).toEqual([]);
});

test('a new migration is numbered after the last one, also when a number is missing', () => {
  expect(nextFile([], 'bank')).toBe('0000_bank.sql');
  expect(nextFile(['0000_bank.sql', '0002_lists.sql', 'snapshot.json'], 'change')).toBe('0003_change.sql');
});

test('the database has exactly the guards listed in the repository', async () => {
  await beside(engineOf(await testDb()).url, async (raw) =>
    expect(await triggersOf(raw)).toEqual(guardList[engine]),
  );
});

describe('what drizzle-kit does not generate', () => {
  test.runIf(engine === 'sqlite')(
    'SQLite tables are STRICT, and clustered where the key has several columns',
    async () => {
      await beside(engineOf(await testDb()).url, async (raw) => {
        const tables = await raw.run('PRAGMA table_list');
        const own = tables.filter(
          ({ schema, name, type }) =>
            schema === 'main' && type === 'table' && !String(name).startsWith('sqlite_'),
        );
        expect(own.filter(({ strict }) => strict !== 1)).toEqual([]);
        const clustered = own.filter(({ wr }) => wr === 1).map(({ name }) => name);
        expect(clustered).toEqual(expect.arrayContaining(['entries', 'idempotency', 'daily_runs']));
      });
    },
  );

  test.runIf(engine === 'sqlite')(
    'a start forgets what an ANALYZE has collected, by which SQLite would plan other ways',
    async () => {
      const { url } = engineOf(await testDb());
      await beside(url, async (raw) => {
        await raw.run('ANALYZE');
        // As of a customer who has all orders of the bank.
        await raw.run('DELETE FROM sqlite_stat1');
        await raw.run(
          "INSERT INTO sqlite_stat1 VALUES ('payment_orders', 'payment_orders_user', '100000 100000 1')",
        );
      });
      const db = await open(url);
      onTestFinished(() => db.close());
      const plans = () =>
        (engineOf(db).connections() as Database[]).map((connection) => {
          const query = "SELECT * FROM payment_orders WHERE user_id = 'ana'";
          // What only explains does not see that the tables have changed.
          connection.prepare(query).all();
          return connection.prepare(`EXPLAIN QUERY PLAN ${query}`).get();
        });
      const [isScan, isSearch] = ['SCAN', 'SEARCH'].map((way) => {
        const one = { detail: expect.stringMatching(new RegExp(`^${way} payment_orders`)) };
        return [one, one];
      });
      expect(plans()).toMatchObject(isScan ?? []);
      await migrate(db);
      expect(plans()).toMatchObject(isSearch ?? []);
      await beside(url, async (raw) =>
        expect(await raw.run("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'")).toEqual([]),
      );
    },
  );

  test('references between entries and transactions are checked at COMMIT', async () => {
    await beside(engineOf(await testDb()).url, async (raw) => {
      const deferred = await raw.run(
        engine === 'sqlite'
          ? "SELECT name FROM sqlite_master WHERE sql LIKE '%DEFERRABLE INITIALLY DEFERRED%' ORDER BY name"
          : 'SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE condeferrable AND condeferred ORDER BY 1',
      );
      expect(deferred).toEqual([{ name: 'entries' }, { name: 'transactions' }]);
    });
  });
});

test("migrating twice creates the bank's own accounts, clock and audit head only once", async () => {
  const db = await testDb();
  await migrate(db);
  await migrate(db);
  const { accounts, bankClock, auditHead } = db.tables;
  const own = await db.select({ name: accounts.bankAccount, number: accounts.accountNumber }).from(accounts);
  expect(own.map(({ name }) => name).sort()).toEqual([...BANK_ACCOUNTS].sort());
  expect(own.every(({ number }) => /^0000-00\d\d$/.test(number))).toBe(true);
  expect(await db.select().from(bankClock)).toEqual([
    { id: 1, offsetDays: 0, offsetMinutes: 0, knownRealAt: null, toldOfDay: null },
  ]);
  expect(await db.select().from(auditHead)).toEqual([{ id: 1, seq: 0, hash: '0'.repeat(64) }]);
});

test('migrating restores missing or outdated guards', async () => {
  const db = await testDb({ verify: false });
  await beside(engineOf(db).url, async (raw) => {
    await raw.run(
      engine === 'sqlite' ? 'DROP TRIGGER entries_chain' : 'DROP TRIGGER entries_chain ON entries',
    );
    await raw.run("UPDATE schema_migrations SET sha256 = 'older' WHERE name = 'guards'");
    await migrate(db);
    expect(await triggersOf(raw)).toEqual(guardList[engine]);
  });
});

test('migrating refuses an applied migration that was edited or is unknown', async () => {
  const db = await testDb({ verify: false });
  const rewrite = (text: string) =>
    beside(
      engineOf(db).url,
      async (raw) => void (await raw.run(`UPDATE schema_migrations SET ${text} WHERE name = '0000_bank'`)),
    );
  await rewrite("sha256 = 'other'");
  await expect(migrate(db)).rejects.toThrow(/was changed after this database had applied it/);
  await rewrite("name = '9999_future'");
  await expect(migrate(db)).rejects.toThrow(/does not know/);
});

describe.runIf(engine === 'sqlite')('what a start on SQLite does beside a running bank', () => {
  test('with nothing to migrate a start does not wait for another process that writes', async () => {
    const db = await testDb({ busyAfterMs: 100 });
    await beside(engineOf(db).url, async (raw) => {
      await raw.run('BEGIN IMMEDIATE');
      await expect(migrate(db)).resolves.toBeUndefined();
      await raw.run('ROLLBACK');
    });
  });

  test('a missing row that every bank has, guards and the statistics of an ANALYZE are each seen', async () => {
    const db = await testDb({ verify: false, busyAfterMs: 100 });
    await beside(engineOf(db).url, async (raw) => {
      for (const missing of [
        'DROP TRIGGER bank_clock_no_delete; DELETE FROM bank_clock',
        'ANALYZE',
        "UPDATE schema_migrations SET sha256 = 'older' WHERE name = 'guards'",
      ]) {
        await raw.run(missing);
        await raw.run('BEGIN IMMEDIATE');
        await expect(migrate(db), missing).rejects.toThrow('writing for too long');
        await raw.run('ROLLBACK');
        await migrate(db);
      }
    });
  });

  test('broken references are looked for after a migration only', async () => {
    const db = await testDb({ verify: false });
    await beside(engineOf(db).url, async (raw) => {
      await raw.run('PRAGMA foreign_keys = OFF');
      await raw.run("INSERT INTO two_factor_setups (user_id, secret, expires_at) VALUES ('nobody', 'x', 0)");
      await raw.run("UPDATE schema_migrations SET sha256 = 'older' WHERE name = 'guards'");
      await expect(migrate(db)).resolves.toBeUndefined();
      await raw.run(
        "DROP INDEX contracts_waiting; DELETE FROM schema_migrations WHERE name = '0057_contracts_that_wait'",
      );
      await expect(migrate(db)).rejects.toThrow('left 1 broken references, the first in two_factor_setups');
    });
  });
});

test.skipIf(engine === 'sqlite' || isStandIn())(
  'a migration waits for another process that migrates, even beyond the usual statement timeout',
  async () => {
    const silentAfterMs = 500;
    const db = await testDb({ silentAfterMs });
    await beside(engineOf(db).url, async (raw) => {
      await raw.run(`BEGIN; SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
      const migrated = migrate(db);
      migrated.catch(() => {});
      await sleep(3 * silentAfterMs);
      await raw.run('COMMIT');
      await expect(migrated).resolves.toBeUndefined();
    });
  },
);

test.skipIf(engine === 'sqlite' || isStandIn())(
  'a migration during a dump lets the queries pass that wait behind it, and ends after the dump',
  async () => {
    const db = await testDb({ verify: false });
    const { url } = engineOf(db);
    await beside(url, async (dump) => {
      await dump.run("UPDATE schema_migrations SET sha256 = 'older' WHERE name = 'guards'");
      await dump.run('BEGIN; LOCK TABLE accounts IN ACCESS SHARE MODE');
      const migrated = migrate(db);
      migrated.catch(() => {});
      await expect.poll(async () => (await dump.run(LOCK_WAITS))[0]?.n).toBeGreaterThan(0);
      await beside(url, async (request) => {
        await request.run("SET statement_timeout = '5s'");
        expect(await request.run('SELECT 1 AS n FROM accounts LIMIT 1')).toEqual([{ n: 1 }]);
      });
      await dump.run('COMMIT');
      await expect(migrated).resolves.toBeUndefined();
      expect(await triggersOf(dump)).toEqual(guardList[engine]);
    });
  },
);

describe.skipIf(engine === 'sqlite' || isStandIn())('statistics of all rows before a migration', () => {
  const FORGET = `DROP INDEX contracts_waiting;
    DELETE FROM schema_migrations WHERE name = '0057_contracts_that_wait'`;

  test('are collected while no table is locked against reading and writing', async () => {
    const db = await testDb({ verify: false });
    const { url } = engineOf(db);
    await beside(url, async (vacuum) => {
      await vacuum.run(FORGET);
      // As of a VACUUM, for which ANALYZE waits.
      await vacuum.run('BEGIN; LOCK TABLE users IN SHARE UPDATE EXCLUSIVE MODE');
      const migrated = migrate(db);
      migrated.catch(() => {});
      await expect.poll(async () => (await vacuum.run(LOCK_WAITS))[0]?.n).toBeGreaterThan(0);
      const locked = `SELECT relation::regclass::text AS locked FROM pg_locks WHERE mode = 'AccessExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      expect(await vacuum.run(locked)).toEqual([]);
      await vacuum.run('COMMIT');
      await expect(migrated).resolves.toBeUndefined();
    });
  });

  test('are collected once, also when the migration must try again', async () => {
    const db = await testDb({ verify: false });
    await beside(engineOf(db).url, async (dump) => {
      const analyzed = async () =>
        (
          await dump.run("SELECT analyze_count::int AS n FROM pg_stat_user_tables WHERE relname = 'accounts'")
        )[0]?.n;
      await dump.run(FORGET);
      expect(await analyzed()).toBe(0);
      await dump.run('BEGIN; LOCK TABLE accounts IN ACCESS SHARE MODE');
      const migrated = migrate(db);
      migrated.catch(() => {});
      const waits = async () => (await dump.run(LOCK_WAITS))[0]?.n;
      await expect.poll(waits).toBeGreaterThan(0);
      await expect.poll(waits).toBe(0);
      await dump.run('COMMIT');
      await migrated;
      await expect.poll(analyzed).toBe(1);
    });
  });
});

raceTest(
  'several processes can migrate one empty database at once',
  async () => {
    const { url, drop } = await emptyDatabase();
    try {
      const worker = join(import.meta.dirname, 'testing/migrate-worker.ts');
      const start = () => promisify(execFile)(process.execPath, ['--import', 'tsx', worker, url]);
      await Promise.all([start(), start(), start()]);
      await beside(url, async (raw) => expect(await triggersOf(raw)).toEqual(guardList[engine]));
      const db = await open(url);
      expect(await db.$count(db.tables.accounts)).toBe(BANK_ACCOUNTS.length);
      await db.close();
    } finally {
      await drop();
    }
  },
  { timeout: 180_000 },
);
