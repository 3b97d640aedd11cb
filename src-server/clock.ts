import { eq } from 'drizzle-orm';
import type { Db, Reader, Tx } from '#db/db';
import { bankDate } from '#domain/date';

/**
 * Two times. The bank's, which people see (`now`, `today`), can be moved forward by whole days outside production; the
 * offset is a row of the database, so that every process agrees. The real one (`real`) rules sessions, codes and limits.
 */
export type Clock = {
  /** The bank's moment. */
  now(): Date;
  /** The bank's date in America/Sao_Paulo, 'YYYY-MM-DD'. */
  today(): string;
  /** The moment by the machine's clock. */
  real(): Date;
  /** Reads the offset again. */
  sync(db: Reader): Promise<void>;
};

/** A clock that stands still until it is set: for tests, and for demonstration data of the past. */
export type FixedClock = Clock & {
  /** Moves both times to a moment (ISO 8601). */
  set(iso: string): void;
  /** Lets both times run on by so many seconds. */
  passSeconds(seconds: number): void;
};

const DAY_MS = 86_400_000;

function clockOver(real: () => Date): Clock {
  let offsetDays = 0;
  const now = () => new Date(real().getTime() + offsetDays * DAY_MS);
  return {
    now,
    real,
    today: () => bankDate(now()),
    async sync(db) {
      offsetDays = await readOffset(db);
    },
  };
}

/** The clock of a running bank; until its first `sync` the bank's time is the real one. */
export const systemClock = (): Clock => clockOver(() => new Date());

/** A clock that stands at `iso`. */
export function fixedClock(iso: string): FixedClock {
  let atMs = momentOf(iso);
  return {
    ...clockOver(() => new Date(atMs)),
    set: (next) => {
      atMs = momentOf(next);
    },
    passSeconds: (seconds) => {
      atMs += seconds * 1000;
    },
  };
}

function momentOf(iso: string): number {
  const ms = new Date(iso).getTime();
  if (Number.isNaN(ms)) throw new Error(`not a moment: ${iso}`);
  return ms;
}

/** Moves the bank's date forward by whole days, for every process that syncs; it never goes back. */
export async function advance(db: Db, days: number): Promise<void> {
  if (!Number.isInteger(days) || days < 0)
    throw new Error(`the bank's date moves by whole days, forward: ${days}`);
  await db.transaction(async (tx) => {
    const { bankClock } = tx.tables;
    const offsetDays = (await lockedOffset(tx)) + days;
    await tx.update(bankClock).set({ offsetDays }).where(eq(bankClock.id, 1));
  });
}

async function lockedOffset(tx: Tx): Promise<number> {
  const { bankClock } = tx.tables;
  const query = tx.select({ offsetDays: bankClock.offsetDays }).from(bankClock).where(eq(bankClock.id, 1));
  const [row] = tx.engine === 'postgres' ? await query.for('update') : await query;
  return present(row);
}

async function readOffset(db: Reader): Promise<number> {
  const [row] = await db
    .prepared('clock.offset', (on, { bankClock }) =>
      on
        .select({ offsetDays: bankClock.offsetDays })
        .from(bankClock)
        .where(eq(bankClock.id, 1))
        .prepare('clock_offset'),
    )
    .execute();
  return present(row);
}

function present(row: { offsetDays: number } | undefined): number {
  if (!row) throw new Error('the bank has no clock row: the database was not migrated');
  return row.offsetDays;
}
