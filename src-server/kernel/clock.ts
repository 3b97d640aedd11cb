import { eq } from 'drizzle-orm';
import type { Db, Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { bankDate } from '#domain/date';

/**
 * The bank's time can be moved forward outside production; the offset is stored. Sessions, codes and limits use real
 * time.
 */
export type Clock = {
  now(): Date;
  /** The bank's date in America/Sao_Paulo, 'YYYY-MM-DD'. */
  today(): string;
  real(): Date;
  sync(db: Reader): Promise<void>;
};

export type FixedClock = Clock & {
  set(iso: string): void;
  passSeconds(seconds: number): void;
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type ClockOffset = { days: number; minutes: number };

function clockOver(real: () => Date): Clock {
  let offset: ClockOffset = { days: 0, minutes: 0 };
  const now = () => new Date(real().getTime() + offset.days * DAY_MS + offset.minutes * MINUTE_MS);
  return {
    now,
    real,
    today: () => bankDate(now()),
    async sync(db) {
      offset = await readOffset(db);
    },
  };
}

/** The clock of a running bank; before the first `sync` it shows real time. */
export const systemClock = (): Clock => clockOver(() => new Date());

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

/** Moves the bank's time forward, for every process that syncs; it never goes back. */
export async function advance(db: Db, { days = 0, minutes = 0 }: Partial<ClockOffset>): Promise<void> {
  for (const moved of [days, minutes])
    if (!Number.isInteger(moved) || moved < 0)
      throw new Error(`advance: whole days and minutes forward only, got ${moved}`);
  await db.transaction(async (tx) => {
    const { bankClock } = tx.tables;
    const offset = await lockedOffset(tx);
    await tx
      .update(bankClock)
      .set({ offsetDays: offset.days + days, offsetMinutes: offset.minutes + minutes })
      .where(eq(bankClock.id, 1));
  });
}

async function lockedOffset(tx: Tx): Promise<ClockOffset> {
  const { bankClock } = tx.tables;
  const [row] = await forUpdate(
    tx
      .select({ days: bankClock.offsetDays, minutes: bankClock.offsetMinutes })
      .from(bankClock)
      .where(eq(bankClock.id, 1)),
  );
  return present(row);
}

export async function readOffset(db: Reader): Promise<ClockOffset> {
  const [row] = await db
    .prepared('clock.offset', (on, { bankClock }) =>
      on
        .select({ days: bankClock.offsetDays, minutes: bankClock.offsetMinutes })
        .from(bankClock)
        .where(eq(bankClock.id, 1)),
    )
    .execute();
  return present(row);
}

function present(row: ClockOffset | undefined): ClockOffset {
  if (!row) throw new Error('bank_clock has no row: the database was not migrated');
  return row;
}
