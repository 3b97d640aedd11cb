import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { isDamaged, isFull, isReadOnly } from '#db/away';
import type { Db } from '#db/db';
import { engineOf, sinceCommitMs } from '#db/engine';
import { databaseError } from '#db/error';
import { sqliteFile } from '#db/sqlite';
import type { Bank } from '#server/kernel/context';

/** Why a process should get no work, in a word that names no place. */
export type UnreadyReason =
  | 'disk-low'
  | 'disk-full'
  | 'disk-read-only'
  | 'disk-unwritable'
  | 'disk-silent'
  | 'database-unwritable'
  | 'database-silent'
  | 'database-damaged';

/** What one look found; `reason` null: ready. Of each place the bytes that are free (null: not known, or not on a disk of ours). */
export type Look = { reason: UnreadyReason | null; freeBytes: Record<'data' | 'database', number | null> };

/** Whether the bank can do what it is for, now. */
export type Readiness = { look(): Promise<Look> };

/** Below this the next backup or the next hour's log may fill the disk. */
export const LEAST_FREE_BYTES = 200_000_000;
/** How long an answer is given to whoever asks next: everybody may ask, and a look costs a commit. */
const SHARED_MS = 1_000;
/** A look that takes longer is answered for as red. */
const LIMIT_MS = 3_000;
/** A database that committed something so lately takes writes. */
const STILL_MOVING_MS = 5_000;

type Options = {
  /** Whether damage was found in the database's file. */
  foundDamage?: () => boolean;
  limitMs?: number;
  leastFreeBytes?: number;
};

/**
 * Looks by doing: a file is written and synced in DATA_DIR and taken away again, a row is written, deleted and committed, and
 * the free space is asked for. One look at a time, whoever asks, and its answer is shared. What is found is logged when it
 * changes.
 */
export function newReadiness(bank: Bank, { foundDamage = () => false, ...options }: Options = {}): Readiness {
  const { limitMs = LIMIT_MS, leastFreeBytes = LEAST_FREE_BYTES } = options;
  let underWay: (() => Promise<Look>) | undefined;
  let shared: { look: Look; atMs: number } | undefined;
  let told: UnreadyReason | null = null;
  const tell = (reason: UnreadyReason | null, error?: unknown) => {
    if (reason === told) return;
    told = reason;
    if (reason) bank.log.error({ reason, err: error }, 'not ready');
    else bank.log.info({}, 'ready again');
  };
  const begin = (): (() => Promise<Look>) => {
    const looking = new Looking(bank, leastFreeBytes);
    let state: 'looking' | 'silent' | 'over' = 'looking';
    const done = looking.run().then((look) => {
      underWay = undefined;
      if (state === 'looking') {
        tell(look.reason, looking.error);
        shared = { look, atMs: performance.now() };
      }
      state = 'over';
      return look;
    });
    const late = sleep(limitMs, undefined, { ref: false });
    const lateLook = (): Look => {
      if (looking.isInLine(limitMs)) return { ...looking.found };
      const look: Look = { ...looking.found, reason: `${looking.at}-silent` };
      if (state === 'looking') {
        tell(look.reason);
        state = 'silent';
      }
      return look;
    };
    return () => Promise.race([done, late.then(lateLook)]);
  };
  const latest = (): Promise<Look> => {
    if (shared && performance.now() - shared.atMs < SHARED_MS) return Promise.resolve(shared.look);
    // One that hangs is not joined by another: its answer, that it is late, holds until it ends.
    underWay ??= begin();
    return underWay();
  };
  return {
    look: async () => {
      const look = await latest();
      return foundDamage() ? { ...look, reason: 'database-damaged' } : look;
    },
  };
}

/** One look, and how far it has come. */
class Looking {
  readonly #bank: Bank;
  readonly #leastFreeBytes: number;
  readonly found: Look = { reason: null, freeBytes: { data: null, database: null } };
  at: 'disk' | 'database' = 'disk';
  error: unknown;
  #atDatabaseMs = 0;

  constructor(bank: Bank, leastFreeBytes: number) {
    this.#bank = bank;
    this.#leastFreeBytes = leastFreeBytes;
  }

  /** Ends with what was found, whatever fails. */
  async run(): Promise<Look> {
    try {
      await this.#measure();
      await writeFileIn(this.#bank.env.DATA_DIR);
      const isLow = Object.values(this.found.freeBytes).some(
        (bytes) => bytes !== null && bytes < this.#leastFreeBytes,
      );
      this.at = 'database';
      this.#atDatabaseMs = performance.now();
      if (isLow) this.found.reason = 'disk-low';
      await writeRow(this.#bank);
    } catch (error) {
      this.error = error;
      this.found.reason = this.at === 'disk' ? reasonOfDisk(error) : reasonOfDatabase(error, this.#bank.db);
    }
    return this.found;
  }

  /** Whether the database has committed the work of others while this look waits, within `recentMs`: it is busy, not silent. */
  isInLine(recentMs: number): boolean {
    const waitedMs = performance.now() - this.#atDatabaseMs;
    return this.at === 'database' && sinceCommitMs(this.#bank.db) < Math.min(waitedMs, recentMs);
  }

  async #measure(): Promise<void> {
    const { freeBytes } = this.found;
    const { url } = engineOf(this.#bank.db);
    freeBytes.data = await freeBytesAt(this.#bank.env.DATA_DIR);
    if (url.startsWith('file:')) freeBytes.database = await freeBytesAt(dirname(sqliteFile(url)));
  }
}

/** What this process may still write there. */
async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Writes and syncs a small file in a folder, and takes it away again. Throws what the system says when that cannot be. */
export async function writeFileIn(folder: string): Promise<void> {
  const path = join(folder, `.readiness-${process.pid}`);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.write('ready?');
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

/** Of all tables the one without history: what limits attempts. The row is gone with its commit. */
async function writeRow({ db, clock }: Bank): Promise<void> {
  const bucket = `readiness:${randomUUID()}`;
  const windowStartedAt = clock.real();
  await clock.sync(db);
  await db.transaction(async (tx) => {
    const { attempts } = tx.tables;
    await tx.insert(attempts).values({ bucket, count: 0, windowStartedAt });
    await tx.delete(attempts).where(eq(attempts.bucket, bucket));
  });
}

function reasonOfDisk(error: unknown): UnreadyReason {
  if (isFull(error)) return 'disk-full';
  return isReadOnly(error) ? 'disk-read-only' : 'disk-unwritable';
}

/**
 * A line that is too long to wait in is no reason, as long as it moves: sending all of it to the next process helps nobody.
 * One that does not is a database that does not answer, or a lock that somebody keeps.
 */
function reasonOfDatabase(error: unknown, db: Db): UnreadyReason | null {
  if (isFull(error)) return 'disk-full';
  if (isDamaged(error)) return 'database-damaged';
  if (databaseError(error)?.kind !== 'busy') return 'database-unwritable';
  return sinceCommitMs(db) < STILL_MOVING_MS ? null : 'database-silent';
}
