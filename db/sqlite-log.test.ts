import { renameSync, symlinkSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { sqliteFile } from '#db/sqlite';
import { openRaw } from './testing/raw.ts';
import { put } from './testing/scratch.ts';
import { testDatabase, testEngine } from './testing/test-db.ts';

const LIMIT_BYTES = 1024 * 1024;

/** Writes 64 KiB rows until the log has this length. */
async function writeUntil(db: Db, bytes: number): Promise<void> {
  const logBytes = engineOf(db).logBytes ?? (() => 0);
  for (let row = 0; logBytes() < bytes; row += 1)
    await db.transaction((tx) => put(tx, `${row} ${'x'.repeat(65_536)}`).then(() => {}));
}

describe.runIf(testEngine() === 'sqlite')('the write-ahead log', () => {
  test('a write-ahead log that grew under a long reader is shortened once the reader is gone, even without writes', async () => {
    const { url, drop } = await testDatabase();
    const db = await open(url, { logLimitBytes: LIMIT_BYTES });
    const reader = await openRaw(url);
    await reader.run('BEGIN');
    await reader.run('SELECT count(*) FROM users');
    await writeUntil(db, 8 * LIMIT_BYTES);
    const { logBytes } = engineOf(db);
    await reader.run('COMMIT');
    await expect.poll(() => logBytes?.()).toBeLessThanOrEqual(LIMIT_BYTES);
    await reader.close();
    await db.close();
    await drop();
  });

  test('a write-ahead log without long readers stays short under writes, and its content reaches the file', async () => {
    const { url, drop } = await testDatabase();
    const db = await open(url, { logLimitBytes: LIMIT_BYTES });
    let longest = 0;
    for (let row = 0; row < 200; row += 1) {
      await db.transaction((tx) => put(tx, `${row} ${'x'.repeat(65_536)}`).then(() => {}));
      longest = Math.max(longest, engineOf(db).logBytes?.() ?? 0);
    }
    expect(longest).toBeLessThanOrEqual(LIMIT_BYTES);
    const { attempts } = db.tables;
    const [{ rows } = { rows: 0 }] = await db.select({ rows: sql<number>`count(*)` }).from(attempts);
    expect(rows).toBe(200);
    await db.close();
    await drop();
  });

  test('if the size of the write-ahead log cannot be read, the last known size counts', async () => {
    const { url, drop } = await testDatabase();
    const db = await open(url, { logLimitBytes: LIMIT_BYTES });
    await writeUntil(db, 100_000);
    const { logBytes } = engineOf(db);
    const [file, known] = [`${sqliteFile(url)}-wal`, logBytes?.()];
    renameSync(file, `${file}.aside`);
    // stat() of a link to itself fails.
    symlinkSync(file, file);
    expect(logBytes?.()).toBe(known);
    renameSync(`${file}.aside`, file);
    await db.close();
    await drop();
  });

  test('by default the writer checkpoints every 8000 pages and truncates the log at 65,536,000 bytes', async () => {
    const { url, drop } = await testDatabase();
    const db = await open(url);
    const [writer] = engineOf(db).connections() as { pragma(name: string, how: object): unknown }[];
    const read = (name: string) => writer?.pragma(name, { simple: true });
    expect([read('wal_autocheckpoint'), read('journal_size_limit')]).toEqual([8000, 65_536_000]);
    await db.close();
    await drop();
  });
});
