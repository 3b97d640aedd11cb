import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { sqliteFile } from '#db/sqlite';

const PROGRAM = new URL('./quick-check.mjs', import.meta.url);

const unchecked = (file: string): string => `${file}.unchecked`;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether an SQLite file was not closed cleanly: its log is not empty. Ask before opening. A file beside it remembers
 * the answer until `wasFoundWhole`.
 */
export function needsCheck(url: string): boolean {
  if (!url.startsWith('file:')) return false;
  const file = sqliteFile(url);
  if (sizeOf(`${file}-wal`) > 0) writeFileSync(unchecked(file), '');
  return existsSync(unchecked(file));
}

/** Records that a check found the file intact. */
export const wasFoundWhole = (url: string): void => rmSync(unchecked(sqliteFile(url)), { force: true });

/** `found`: problems in SQLite's words; empty if intact. */
export type RunningCheck = { found: Promise<string[]>; stop(): Promise<void> };

export const sqliteFileBytes = (url: string): number => sizeOf(sqliteFile(url));

/** Checks the file in a thread while others use it. `inSteps`: per table, so that the log can be emptied in between. */
export function startQuickCheck(url: string, { inSteps }: { inSteps: boolean }): RunningCheck {
  const worker = new Worker(PROGRAM, {
    // Without the server's loader and environment, which holds secrets.
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
