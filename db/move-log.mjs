import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

// A thread: each message checkpoints the write-ahead log of the given file without blocking readers or the writer;
// answers the log's pages and how many are in the file. Plain JavaScript: the TypeScript loader does not reach threads.
const connection = new Database(workerData, { fileMustExist: true, timeout: 0 });
parentPort?.on('message', () => {
  const [moved] = connection.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage(moved);
});
parentPort?.once('close', () => connection.close());
