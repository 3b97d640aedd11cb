import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { SqliteQueue } from '#db/sqlite-queue';

/** The log is truncated beyond this; the writer checkpoints at half. */
const LIMIT_BYTES = 65_536_000;
const PAGE_BYTES = 4096;
const CHECK_EVERY_MS = 1000;

type Moved = { log: number; checkpointed: number };

/**
 * Keeps the write-ahead log short. Usually the writer checkpoints and restarts it. A long reader prevents the restart,
 * so the log grows; then a thread checkpoints, because that takes too long for a request, and the writer restarts the
 * log when idle.
 */
export class SqliteLog {
  readonly #file: string;
  readonly #writer: Database;
  readonly #queue: SqliteQueue;
  readonly #limitBytes: number;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #shortening: Promise<void> | undefined;
  #thread: Worker | undefined;

  constructor(file: string, writer: Database, queue: SqliteQueue, limitBytes: number = LIMIT_BYTES) {
    this.#file = file;
    this.#writer = writer;
    this.#queue = queue;
    this.#limitBytes = limitBytes;
    // Truncates at each restart; SQLite would keep the longest length.
    writer.pragma(`journal_size_limit = ${limitBytes}`);
    this.#checkpointAtCommit(true);
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  /** The last known length if the disk does not answer. */
  get bytes(): number {
    try {
      this.#bytes = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    } catch {
      // The writer meets disk trouble too, and reports it.
    }
    return this.#bytes;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#shortening;
    await this.#endThread();
  }

  #check(): void {
    if (this.#shortening) return;
    const isShort = this.bytes <= this.#limitBytes;
    if (isShort && !this.#thread) return;
    this.#shortening = (isShort ? this.#endShortening() : this.#shorten())
      // The writer meets disk trouble too, and reports it; the next check retries.
      .catch(() => this.#endShortening())
      .finally(() => {
        this.#shortening = undefined;
      });
  }

  async #shorten(): Promise<void> {
    this.#checkpointAtCommit(false);
    const { log, checkpointed } = await this.#checkpointInThread();
    // Otherwise a reader still needs the log.
    if ((log - checkpointed) * PAGE_BYTES > this.#limitBytes / 2) return;
    this.#checkpointAtCommit(true);
    await this.#queue.alone(() => this.#truncateLog());
  }

  /** Checkpoints in the thread, which is kept while the log is long: a reader may take hours. */
  #checkpointInThread(): Promise<Moved> {
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the checkpoint thread ended'));
      thread.once('error', reject).once('exit', ended);
      thread.once('message', (moved: Moved) => {
        thread.off('error', reject).off('exit', ended);
        resolve(moved);
      });
      thread.postMessage('move');
    });
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./move-log.mjs', import.meta.url), {
      workerData: this.#file,
      execArgv: [],
    });
    thread.unref();
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  /** Lets the writer checkpoint again. */
  async #endShortening(): Promise<void> {
    this.#checkpointAtCommit(true);
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #truncateLog(): void {
    const patience = this.#writer.pragma('busy_timeout', { simple: true });
    this.#writer.pragma('busy_timeout = 0');
    try {
      this.#writer.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.#writer.pragma(`busy_timeout = ${patience}`);
    }
  }

  #checkpointAtCommit(isOn: boolean): void {
    const pages = isOn ? Math.floor(this.#limitBytes / 2 / PAGE_BYTES) : 0;
    this.#writer.pragma(`wal_autocheckpoint = ${pages}`);
  }
}
