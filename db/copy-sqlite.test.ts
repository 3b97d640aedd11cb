/** @module-tag slow */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copySqlite } from '#db/copy-sqlite';

const ROWS = 12_000;
const ROW_BYTES = 3_000;
/** Initial `held` of each row; transactions move it between rows. */
const START = 1_000;
/** Small, so that checkpoints are frequent. */
const PAGES_AT_COMMIT = 50;

/** A 48 MB file with a writer, and a process that copies it. */
async function busyFile() {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-copy-'));
  const source = join(folder, 'bank.db');
  const writer = new Database(source);
  for (const pragma of ['journal_mode = wal', 'synchronous = off', `wal_autocheckpoint = ${PAGES_AT_COMMIT}`])
    writer.pragma(pragma);
  writer.exec(
    'CREATE TABLE pots (id INTEGER PRIMARY KEY, held INTEGER, bytes BLOB); CREATE INDEX by_held ON pots (held)',
  );
  const insert = writer.prepare('INSERT INTO pots VALUES (?, ?, randomblob(?))');
  writer.transaction(() => {
    for (let id = 1; id <= ROWS; id += 1) insert.run(id, START, ROW_BYTES);
  })();
  writer.pragma('wal_checkpoint(TRUNCATE)');
  writer.pragma('journal_size_limit = 0');
  const copier = fork(join(import.meta.dirname, 'testing/copy-worker.ts'), { execArgv: ['--import', 'tsx'] });
  await once(copier, 'message');
  onTestFinished(() => {
    copier.disconnect();
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, source, writer, copier };
}

type Busy = Awaited<ReturnType<typeof busyFile>>;

async function copyUnderWrites({ folder, source, writer, copier }: Busy, name: string) {
  const give = writer.prepare('UPDATE pots SET held = held - 1, bytes = randomblob(?) WHERE id = ?');
  const take = writer.prepare('UPDATE pots SET held = held + 1 WHERE id = ?');
  const target = join(folder, name);
  const anyPot = () => 1 + Math.floor(Math.random() * ROWS);
  const change = writer.transaction(() => {
    for (let pair = 0; pair < 5; pair += 1) {
      give.run(ROW_BYTES, anyPot());
      take.run(anyPot());
    }
  });
  let answer: unknown = null;
  copier.once('message', (message) => {
    answer = message;
  });
  copier.send({ source, target });
  let [longest, written, last] = [0, 0, 0];
  for (; answer === null; await nextTurn()) {
    change();
    const length = statSync(`${source}-wal`).size;
    written += length >= last ? length - last : length;
    longest = Math.max(longest, length);
    last = length;
  }
  expect(answer).toBe('copied');
  return { target, longest, written };
}

test('a copy made during writes and checkpoints is one consistent state, and the write-ahead log stays bounded meanwhile', async () => {
  const busy = await busyFile();
  let [longest, written] = [0, 0];
  for (const name of ['one', 'two', 'three']) {
    const made = await copyUnderWrites(busy, name);
    longest += made.longest;
    written += made.written;
    const copy = new Database(made.target, { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare('SELECT count(*) AS pots, sum(held) AS held FROM pots').get()).toEqual({
      pots: ROWS,
      held: ROWS * START,
    });
    copy.close();
  }
  // If each copy kept the log from being restarted throughout, it would contain everything written.
  expect(longest).toBeLessThan(written / 2);
});

/** Makes the next copyFileSync run `meanwhile` after copying `bytes` bytes. */
function copyInTwoPieces(bytes: number, meanwhile: () => void): void {
  const whole = fs.copyFileSync;
  const restore = () => {
    fs.copyFileSync = whole;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  fs.copyFileSync = (from, to) => {
    restore();
    const first = readFileSync(from).subarray(0, bytes);
    meanwhile();
    writeFileSync(to, Buffer.concat([first, readFileSync(from).subarray(bytes)]));
  };
  syncBuiltinESMExports();
}

test('a write-ahead log that restarts during a copy is copied again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-copy-'));
  const source = join(folder, 'bank.db');
  const writer = new Database(source);
  onTestFinished(() => {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const pragma of ['journal_mode = wal', 'wal_autocheckpoint = 0']) writer.pragma(pragma);
  writer.exec('CREATE TABLE pots (id INTEGER PRIMARY KEY, held INTEGER, bytes BLOB)');
  const insert = writer.prepare('INSERT INTO pots VALUES (?, ?, zeroblob(?))');
  for (const id of [1, 2, 3]) insert.run(id, START, ROW_BYTES);
  writer.pragma('wal_checkpoint(TRUNCATE)');
  const change = writer.prepare('UPDATE pots SET held = held + ? WHERE id = ?');
  const give = writer.transaction((from: number, to: number) => [change.run(-1, from), change.run(1, to)]);
  give(1, 2);
  const afterFirst = statSync(`${source}-wal`).size;
  give(2, 3);
  // Everything is in the file, so the writer may restart the log despite readers.
  writer.pragma('wal_checkpoint(PASSIVE)');
  copyInTwoPieces(afterFirst, () => {
    for (let time = 0; time < 3; time += 1) give(3, 1);
  });
  const target = join(folder, 'copy.db');
  copySqlite(source, target);
  const copy = new Database(target, { readonly: true });
  expect(copy.prepare('SELECT sum(held) AS held FROM pots').get()).toEqual({ held: 3 * START });
  copy.close();
});
