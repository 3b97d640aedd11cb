/** @module-tag postgres */
import type Database from 'better-sqlite3';
import Driver from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engineOf } from '#db/engine';
import { databaseError } from '#db/error';
import { open } from '#db/open';
import { names, put } from './testing/scratch.ts';
import { testDatabase, testDb, testEngine } from './testing/test-db.ts';

const ASSERTED = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  recursive_triggers: 1,
  trusted_schema: 0,
};

describe.runIf(testEngine() === 'sqlite')('SQLite’s settings', () => {
  test("SQLite's settings hold on every connection to a reopened file", async () => {
    const { url, drop } = await testDatabase();
    await (await open(url)).close();
    const db = await open(url);
    const connections = engineOf(db).connections() as Database.Database[];
    expect(connections).toHaveLength(2);
    for (const connection of connections) {
      const actual = Object.keys(ASSERTED).map((name) => [name, connection.pragma(name, { simple: true })]);
      expect(Object.fromEntries(actual)).toEqual(ASSERTED);
    }
    const [writer, reader] = connections;
    expect(writer?.pragma('wal_autocheckpoint', { simple: true })).toBe(8000);
    expect(reader?.pragma('query_only', { simple: true })).toBe(1);
    await db.close();
    await drop();
  });

  test('SQLite checks foreign keys again after migrating', async () => {
    const [writer] = engineOf(await testDb()).connections() as Database.Database[];
    expect(writer?.pragma('foreign_keys', { simple: true })).toBe(1);
  });
});

test.runIf(testEngine() === 'sqlite')(
  'a COMMIT whose flush fails has an unknown outcome: its rows may be there after a crash',
  async () => {
    const { prepare } = Driver.prototype;
    let failures = 0;
    Driver.prototype.prepare = function (this: Database.Database, text: string) {
      const statement = prepare.call(this, text) as Database.Statement<[]>;
      if (text !== 'COMMIT') return statement;
      const run = () => {
        if (failures === 0) return statement.run();
        failures -= 1;
        throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
      };
      return { run };
    } as typeof prepare;
    onTestFinished(() => {
      Driver.prototype.prepare = prepare;
    });
    const db = await testDb();
    const write = (name: string) =>
      db
        .transaction((tx) => put(tx, name))
        .then(
          () => 'done',
          (error: unknown) => databaseError(error)?.kind,
        );
    failures = 1;
    expect(await write('alone')).toBe('unknown');
    // The COMMIT of the batch fails, then each transaction alone succeeds.
    failures = 1;
    expect(await Promise.all([write('a'), write('b')])).toEqual(['done', 'done']);
    // One that refuses is told so, also when it runs again alone.
    failures = 1;
    const refused = db
      .transaction(() => Promise.reject(new Error('refused')))
      .catch(({ message }) => message);
    expect(await Promise.all([write('e'), refused])).toEqual(['done', 'refused']);
    // The COMMITs of the batch and of both transactions alone fail.
    failures = 3;
    expect(await Promise.all([write('c'), write('d')])).toEqual(['unknown', 'unknown']);
  },
);

test('an address that names no database is refused', async () => {
  await expect(open('mysql://localhost/bank')).rejects.toThrow(/must start with file: or postgres:/);
  await expect(open('file::memory:')).rejects.toThrow(/needs a file/);
  await expect(open('file:')).rejects.toThrow(/needs a file/);
});

test('committed rows are there when the database is opened again', async () => {
  const { url, drop } = await testDatabase();
  const first = await open(url, { maxConnections: 1 });
  await first.transaction((tx) => put(tx, 'kept').then(() => {}));
  await first.close();
  const second = await open(url, { maxConnections: 1 });
  expect(await names(second)).toEqual(['kept']);
  await second.close();
  await drop();
});
