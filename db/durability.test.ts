/** @module-tag postgres */
import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { engineOf } from '#db/engine';
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
