import { copyFileSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { needsCheck } from '#db/quick-check';
import { sqliteFile } from '#db/sqlite';
import { put } from '#db/testing/scratch';
import { testEngine } from '#db/testing/test-db';
import { test as bankTest } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { startBank } from '../../e2e/bank.ts';
import { checkDatabase } from './check-database.ts';
import { newReadiness } from './readiness.ts';

/** A copy of the bank's file as a power failure would leave it. */
async function leftOpen(bank: TestBank): Promise<string> {
  await bank.db.transaction((tx) => put(tx, 'kept').then(() => {}));
  const folder = mkdtempSync(join(tmpdir(), 'valebank-left-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'valebank.db');
  for (const end of ['', '-wal']) copyFileSync(sqliteFile(engineOf(bank.db).url) + end, file + end);
  return `file:${file}`;
}

function damage(url: string, table: string): void {
  const file = sqliteFile(url);
  const connection = new Database(file);
  const root = connection.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table);
  const size = connection.pragma('page_size', { simple: true });
  connection.close();
  writeSync(openSync(file, 'r+'), Buffer.alloc(64, 0xff), 0, 64, (Number(root) - 1) * Number(size));
}

const test = bankTest
  .extend('url', ({ bank }) => leftOpen(bank))
  .extend('opened', async ({ bank, url }) => {
    const isNeeded = needsCheck(url);
    const db = await open(url);
    onTestFinished(() => db.close());
    return { bank: { ...bank, db }, isNeeded };
  });

describe.runIf(testEngine() === 'sqlite')('the check after an unclean stop', () => {
  test('a file that was not closed is checked until it was found intact', async ({ url, opened }) => {
    expect(opened.isNeeded).toBe(true);
    const check = await checkDatabase(opened.bank);
    expect(check.foundDamage()).toBe(false);
    expect(opened.bank.logged.join()).toContain('it was checked, and is whole');
    await opened.bank.db.close();
    expect(needsCheck(url)).toBe(false);
  });

  test('a file that was closed needs no check', async ({ url }) => {
    await (await open(url)).close();
    expect(needsCheck(url)).toBe(false);
    expect(needsCheck('postgres://localhost/bank')).toBe(false);
  });

  test('a damaged file is logged, makes the bank unready, and is checked at each start until it is intact', async ({
    url,
    bank,
  }) => {
    expect(needsCheck(url)).toBe(true);
    await (await open(url)).close();
    damage(url, 'consents');
    expect(needsCheck(url)).toBe(true);
    const db = await open(url);
    onTestFinished(() => db.close());
    for (const smallBytes of [0, Number.POSITIVE_INFINITY]) {
      const check = await checkDatabase({ ...bank, db }, { smallBytes });
      await check.done;
      const { reason } = await newReadiness({ ...bank, db }, check).look();
      expect([check.foundDamage(), reason]).toEqual([true, 'database-damaged']);
    }
    expect(bank.logged.filter((line) => line.includes('the database is damaged'))).toHaveLength(2);
    expect(needsCheck(url)).toBe(true);
  });

  test('a large file is checked while requests are served, and an interrupted check is repeated', async ({
    url,
    opened,
  }) => {
    const check = await checkDatabase(opened.bank, { smallBytes: 0 });
    expect((await newReadiness(opened.bank, check).look()).reason).toBe(null);
    await check.done;
    expect(existsSync(`${sqliteFile(url)}.unchecked`)).toBe(false);
    expect(needsCheck(url)).toBe(true);
    const stopped = await checkDatabase(opened.bank, { smallBytes: 0 });
    await stopped.stop();
    expect(stopped.foundDamage()).toBe(false);
    expect(opened.bank.logged.join()).not.toContain('could not be checked');
  });

  test('the server checks the file of a machine that lost its power', { tags: ['prove'] }, async ({
    url,
  }) => {
    const server = await startBank({ DATABASE_URL: url });
    expect(server.output()).toContain('it was checked, and is whole');
    expect(await (await fetch(`${server.origin}/metrics`)).text()).toContain('database_damaged 0');
    await server.stop();
    expect(needsCheck(url)).toBe(false);
  });
});
