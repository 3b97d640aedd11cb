import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

// A thread of its own, for which no request waits: each message asks it to move what it can of the write-ahead log of the
// SQLite file given into that file, without stopping readers or the writer; it answers how many pages the log has, and how
// many of them are in the file. Not TypeScript: the loader for that does not reach threads.
const connection = new Database(workerData, { fileMustExist: true, timeout: 0 });
parentPort?.on('message', () => {
  const [moved] = connection.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage(moved);
});
parentPort?.once('close', () => connection.close());
