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

/** Why a process should get no requests; names no path. */
export type UnreadyReason =
  | 'disk-low'
  | 'disk-full'
  | 'disk-read-only'
  | 'disk-unwritable'
  | 'disk-silent'
  | 'database-unwritable'
  | 'database-silent'
  | 'database-damaged';

/** `reason` null: ready. `freeBytes`: null when unknown or not on a local disk. */
export type Look = { reason: UnreadyReason | null; freeBytes: Record<'data' | 'database', number | null> };

export type Readiness = { look(): Promise<Look> };

/** Below this the next backup or an hour of logs may fill the disk. */
export const LEAST_FREE_BYTES = 200_000_000;
/** How long a result is shared: anyone may ask, and a check costs a commit. */
const SHARED_MS = 1_000;
/** A check that takes longer counts as failed. */
const LIMIT_MS = 3_000;
/** A database that committed within this time accepts writes. */
const STILL_MOVING_MS = 5_000;

type Options = {
  foundDamage?: () => boolean;
  limitMs?: number;
  leastFreeBytes?: number;
};

/** Writes and syncs a file, commits a row and reads the free space. One check at a time; its result is shared. */
export function newReadiness(bank: Bank, { foundDamage = () => false, ...options }: Options = {}): Readiness {
  const { limitMs = LIMIT_MS, leastFreeBytes = LEAST_FREE_BYTES } = options;
  let underWay: (() => Promise<Look>) | undefined;
  let shared: { look: Look; atMs: number } | undefined;
  let lastLogged: UnreadyReason | null = null;
  const logChange = (reason: UnreadyReason | null, error?: unknown) => {
    if (reason === lastLogged) return;
    lastLogged = reason;
    if (reason) bank.log.error({ reason, err: error }, 'not ready');
    else bank.log.info({}, 'ready again');
  };
  const begin = (): (() => Promise<Look>) => {
    const check = new Check(bank, leastFreeBytes);
    let state: 'checking' | 'silent' | 'over' = 'checking';
    const done = check.run().then((look) => {
      underWay = undefined;
      if (state === 'checking') {
        logChange(look.reason, check.error);
        shared = { look, atMs: performance.now() };
      }
      state = 'over';
      return look;
    });
    const late = sleep(limitMs, undefined, { ref: false });
    const lateLook = (): Look => {
      if (check.isInLine(limitMs)) return { ...check.found };
      const look: Look = { ...check.found, reason: `${check.at}-silent` };
      if (state === 'checking') {
        logChange(look.reason);
        state = 'silent';
      }
      return look;
    };
    return () => Promise.race([done, late.then(lateLook)]);
  };
  const latest = (): Promise<Look> => {
    if (shared && performance.now() - shared.atMs < SHARED_MS) return Promise.resolve(shared.look);
    // A check that hangs is not started again: it counts as late until it ends.
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

class Check {
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
      this.found.reason =
        this.at === 'disk'
          ? reasonOfDisk(error)
          : (reasonOfDatabase(error, this.#bank.db) ?? this.found.reason);
    }
    return this.found;
  }

  /** Whether the database committed other work within `recentMs` while this check waits: busy, not silent. */
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

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

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

/** Uses the attempts table, which has no history, and deletes the row in the same transaction. */
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

/** Null while the queue moves: diverting all requests elsewhere would not help. */
function reasonOfDatabase(error: unknown, db: Db): UnreadyReason | null {
  if (isFull(error)) return 'disk-full';
  if (isDamaged(error)) return 'database-damaged';
  if (databaseError(error)?.kind !== 'busy') return 'database-unwritable';
  return sinceCommitMs(db) < STILL_MOVING_MS ? null : 'database-silent';
}
