/**
 * Checks a whole SQLite file and posts the problems found. Plain JavaScript: threads start without the TypeScript
 * loader. Started by `quick-check.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** Maximum number of findings. */
const MAX_FINDINGS = 20;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

const { file, inSteps } = workerData;

function check(connection) {
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const steps = inSteps ? tables.map((name) => `"${name}"`) : [MAX_FINDINGS];
  const lines = steps.flatMap((step) => connection.prepare(`PRAGMA quick_check(${step})`).pluck().all());
  return lines.filter((line) => line !== 'ok').slice(0, MAX_FINDINGS);
}

function findings() {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return check(connection);
  } catch (error) {
    if (!DAMAGE.test(error.code)) throw error;
    return [error.message];
  } finally {
    connection.close();
  }
}

// Posted after closing: if this read-only connection closed last, the log would not be checkpointed.
const found = findings();
parentPort.postMessage(found);
