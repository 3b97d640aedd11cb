import { and, eq, isNull, lt, max, or } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { bankDate } from '#domain/date';
import { type ClockStanding, standingOf } from '#domain/jobs/clock-standing';
import type { Bank } from '#server/kernel/context';

/** The machine's clock and the newest stored moment (null: new bank), in real time. Days are in São Paulo. */
export type ClockWatch = {
  standing: ClockStanding;
  machineAt: Date;
  machineDay: string;
  known: { at: Date; day: string } | null;
};

export async function lookAtClock({ db, clock }: Pick<Bank, 'db' | 'clock'>): Promise<ClockWatch> {
  const at = await newestMoment(db);
  const machineAt = clock.real();
  return {
    standing: standingOf(at, machineAt),
    machineAt,
    machineDay: bankDate(machineAt),
    known: at && { at, day: bankDate(at) },
  };
}

/** While it is, nothing happens that time alone brings about: nobody knows yet whether the time has come. */
export const isClockAhead = async (bank: Pick<Bank, 'db' | 'clock'>): Promise<boolean> =>
  (await lookAtClock(bank)).standing === 'ahead';

async function newestMoment(db: Reader): Promise<Date | null> {
  const [row] = await db
    .prepared('clock.known', (on, { bankClock }) =>
      on.select({ at: bankClock.knownRealAt }).from(bankClock).where(eq(bankClock.id, 1)),
    )
    .execute();
  return row?.at ?? null;
}

export async function noteMoment(tx: Tx, at: Date): Promise<void> {
  const { bankClock } = tx.tables;
  const isNewer = or(isNull(bankClock.knownRealAt), lt(bankClock.knownRealAt, at));
  await tx
    .update(bankClock)
    .set({ knownRealAt: at })
    .where(and(eq(bankClock.id, 1), isNewer));
}

/** False when the state is no longer `watch`: of two concurrent calls the second gets false. */
export async function trustClock(tx: Tx, { known, machineAt }: ClockWatch): Promise<boolean> {
  const { bankClock } = tx.tables;
  const isAsKnown = known ? eq(bankClock.knownRealAt, known.at) : isNull(bankClock.knownRealAt);
  const trusted = await tx
    .update(bankClock)
    .set({ knownRealAt: machineAt })
    .where(and(eq(bankClock.id, 1), isAsKnown))
    .returning({ id: bankClock.id });
  return trusted.length > 0;
}

export async function newestDayBegun(db: Reader): Promise<string | null> {
  const { dailyRuns } = db.tables;
  const [row] = await db.select({ day: max(dailyRuns.day) }).from(dailyRuns);
  return row?.day ?? null;
}
