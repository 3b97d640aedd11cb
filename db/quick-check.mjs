/**
 * Reads an SQLite file from end to end and answers what is wrong with it (nothing: it is whole). Plain JavaScript, because a
 * thread is started without the loader that reads TypeScript; `quick-check.ts` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** So many findings tell enough. */
const MOST = 20;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

const { file, inSteps } = workerData;

function check(connection) {
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const steps = inSteps ? tables.map((name) => `"${name}"`) : [MOST];
  const lines = steps.flatMap((step) => connection.prepare(`PRAGMA quick_check(${step})`).pluck().all());
  return lines.filter((line) => line !== 'ok').slice(0, MOST);
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

// Closed before it is said: whoever closes the file last must be able to write.
const found = findings();
parentPort.postMessage(found);
