import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

// A worker thread: on each message it runs a passive checkpoint of the database in `workerData`, which blocks nobody, and
// answers {busy, log, checkpointed} in pages. Plain JavaScript: the TypeScript loader is not active in worker threads.
const connection = new Database(workerData, { fileMustExist: true, timeout: 0 });
parentPort?.on('message', () => {
  const [moved] = connection.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage(moved);
});
parentPort?.once('close', () => connection.close());
