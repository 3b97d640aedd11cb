/**
 * Checks a whole SQLite file and answers the problems found. Plain JavaScript: threads start without the TypeScript
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

// Closed first: the last to close the file must be able to write.
const found = findings();
parentPort.postMessage(found);
