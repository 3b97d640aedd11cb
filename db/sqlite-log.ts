import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { SqliteQueue } from '#db/sqlite-queue';

/** From a log of so many bytes on it is made short again; the writer moves it into the file at half of that. */
const LIMIT_BYTES = 65_536_000;
const PAGE_BYTES = 4096;
const LOOK_EVERY_MS = 1000;

/** How many pages the log has, and how many of them are in the file. */
type Moved = { log: number; checkpointed: number };

/**
 * Keeps the write-ahead log short. As a rule the writer moves it into the file by itself, and begins it again. While somebody
 * else reads for long it cannot begin again, and grows. Once they have gone there is more to move than a request can wait
 * for: a thread moves it, and the writer begins the log again when nothing waits.
 */
export class SqliteLog {
  readonly #file: string;
  readonly #writer: Database;
  readonly #queue: SqliteQueue;
  readonly #limitBytes: number;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #looking: Promise<void> | undefined;
  #thread: Worker | undefined;

  constructor(file: string, writer: Database, queue: SqliteQueue, limitBytes: number = LIMIT_BYTES) {
    this.#file = file;
    this.#writer = writer;
    this.#queue = queue;
    this.#limitBytes = limitBytes;
    // Shortens the file whenever the log begins again; by itself SQLite leaves it as long as it ever was.
    writer.pragma(`journal_size_limit = ${limitBytes}`);
    this.#moveAtCommit(true);
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** How long the log is now; where the disk does not say, how long it last was. */
  get bytes(): number {
    try {
      this.#bytes = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    } catch {
      // The writer meets a disk in trouble, too, and tells whom it concerns.
    }
    return this.#bytes;
  }

  /** Looks no more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#endThread();
  }

  #look(): void {
    if (this.#looking) return;
    const isShort = this.bytes <= this.#limitBytes;
    if (isShort && !this.#thread) return;
    this.#looking = (isShort ? this.#rest() : this.#shorten())
      // A disk in trouble, say: the writer meets it, too, and tells whom it concerns. The next look tries again.
      .catch(() => this.#rest())
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #shorten(): Promise<void> {
    this.#moveAtCommit(false);
    const { log, checkpointed } = await this.#moveInThread();
    // Else somebody still reads, and what was written after they began stays in the log.
    if ((log - checkpointed) * PAGE_BYTES > this.#limitBytes / 2) return;
    this.#moveAtCommit(true);
    await this.#queue.alone(() => this.#beginAgain());
  }

  /** The thread stays while the log is long: somebody may read for hours. */
  #moveInThread(): Promise<Moved> {
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the thread that moves the log has ended'));
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

  /** Leaves the log to the writer. */
  async #rest(): Promise<void> {
    this.#moveAtCommit(true);
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #beginAgain(): void {
    const patience = this.#writer.pragma('busy_timeout', { simple: true });
    this.#writer.pragma('busy_timeout = 0');
    try {
      this.#writer.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.#writer.pragma(`busy_timeout = ${patience}`);
    }
  }

  /** Whether the writer, at the end of a COMMIT, moves what has come together by then into the file. */
  #moveAtCommit(does: boolean): void {
    const pages = does ? Math.floor(this.#limitBytes / 2 / PAGE_BYTES) : 0;
    this.#writer.pragma(`wal_autocheckpoint = ${pages}`);
  }
}
