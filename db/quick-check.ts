import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { sqliteFile } from '#db/sqlite';

const PROGRAM = new URL('./quick-check.mjs', import.meta.url);

/** Beside the database from the moment at which it was found left open until it was found whole. */
const unchecked = (file: string): string => `${file}.unchecked`;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether an SQLite file should be checked, to be asked before it is opened: whoever closes it last empties and deletes its
 * write-ahead log, so that one with something in it was left by a process, or a machine, that stopped in the middle. What it
 * finds it remembers until `wasFoundWhole`. Of PostgreSQL false: it checks itself.
 */
export function needsCheck(url: string): boolean {
  if (!url.startsWith('file:')) return false;
  const file = sqliteFile(url);
  if (sizeOf(`${file}-wal`) > 0) writeFileSync(unchecked(file), '');
  return existsSync(unchecked(file));
}

/** Forgets that an SQLite file was left open. */
export const wasFoundWhole = (url: string): void => rmSync(unchecked(sqliteFile(url)), { force: true });

/** A check that is under way. `found`: what is wrong with the file, in SQLite's words; none: it is whole. */
export type RunningCheck = { found: Promise<string[]>; stop(): Promise<void> };

/** The bytes of an SQLite file, without its write-ahead log. */
export const sqliteFileBytes = (url: string): number => sizeOf(sqliteFile(url));

/**
 * Checks the structure of an SQLite file in a thread and over a connection of its own, while others read and write it;
 * `inSteps` table by table, between which the write-ahead log can be emptied. `found` rejects when it could not be read.
 */
export function startQuickCheck(url: string, { inSteps }: { inSteps: boolean }): RunningCheck {
  const worker = new Worker(PROGRAM, {
    // Neither the server's loader nor its environment, where the secrets are.
    execArgv: [],
    env: {},
    workerData: { file: sqliteFile(url), inSteps },
  });
  const found = new Promise<string[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the check was stopped')));
  });
  found.catch(() => {});
  return { found, stop: async () => void (await worker.terminate()) };
}
