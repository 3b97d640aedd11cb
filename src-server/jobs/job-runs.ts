import { and, asc, eq, gt, isNotNull, isNull, lt, max, min, sql } from 'drizzle-orm';
import { SET_BACK_SECONDS } from '#domain/jobs/clock-standing';
import type { JobName } from '#domain/jobs/words';
import { secondsAfter } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { scrub } from '#server/kernel/log';
import { claim } from '#server/work/queue';

/** A job of the bank; `run` answers in Portuguese what it did, and throws when it could not. */
export type Job = { name: JobName; run: (bank: Bank) => Promise<string> };

export type JobRun = { id: string; job: JobName };

const KEPT_DAYS = 90;
/** A day, and two hours for a slow run. */
const MISSED_AFTER_MS = 26 * 3_600_000;
const MAX_ERROR_LENGTH = 500;

/** Claims a turn of a job's schedule; null if another process has it. */
export function takeTurn(bank: Bank, job: JobName, turn: string): Promise<JobRun | null> {
  const at = bank.clock.real();
  const { jobRuns } = bank.db.tables;
  return claim(bank.db, (tx) =>
    tx
      .insert(jobRuns)
      .values({ id: newId(), job, turn, actorId: null, createdAt: at, startedAt: at })
      .onConflictDoNothing()
      .returning({ id: jobRuns.id, job: jobRuns.job }),
  );
}

/**
 * Whether the last good run of a daily job, or without any the oldest run of the bank that is known, is longer ago than a day:
 * its turn was missed while no process ran, or went wrong.
 */
export async function isMissed(bank: Bank, job: JobName): Promise<boolean> {
  const { jobRuns } = bank.db.tables;
  const isGood = and(eq(jobRuns.job, job), isNotNull(jobRuns.finishedAt), isNull(jobRuns.error));
  const [good] = await bank.db
    .select({ at: max(jobRuns.createdAt) })
    .from(jobRuns)
    .where(isGood);
  const [known] = await bank.db.select({ at: min(jobRuns.createdAt) }).from(jobRuns);
  const last = good?.at ?? known?.at;
  return !!last && bank.clock.real().getTime() - last.getTime() > MISSED_AFTER_MS;
}

/** Claims the oldest run that an administrator asked for; null if there is none. */
export async function takeAsked(bank: Bank): Promise<JobRun | null> {
  const { jobRuns } = bank.db.tables;
  const isOpen = and(isNull(jobRuns.finishedAt), isNull(jobRuns.startedAt));
  const [asked] = await bank.db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(isOpen)
    .orderBy(asc(jobRuns.createdAt))
    .limit(1);
  if (!asked) return null;
  return claim(bank.db, (tx) =>
    tx
      .update(jobRuns)
      .set({ startedAt: bank.clock.real() })
      .where(and(eq(jobRuns.id, asked.id), isOpen))
      .returning({ id: jobRuns.id, job: jobRuns.job }),
  );
}

/**
 * Runs that were kept while the machine's clock was ahead: from now on they are of this moment, and their turns free for the
 * day that has them. Else the newest run would be one of the future, and the job that ran then missed or refused.
 */
export async function bringBackRuns(bank: Bank, now: Date): Promise<void> {
  const { jobRuns } = bank.db.tables;
  const limit = secondsAfter(now, SET_BACK_SECONDS);
  const [future] = await bank.db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(gt(jobRuns.createdAt, limit))
    .limit(1);
  if (!future) return;
  await bank.db.transaction(async (tx) => {
    const of = tx.tables.jobRuns;
    await tx.update(of).set({ finishedAt: now }).where(gt(of.finishedAt, limit));
    await tx.update(of).set({ startedAt: now }).where(gt(of.startedAt, limit));
    await tx
      .update(of)
      .set({ createdAt: now, turn: sql`${of.turn} || ' ahead ' || ${of.id}` })
      .where(gt(of.createdAt, limit));
  });
}

/** Does a run that was taken, and writes down how it ended. A run that fails is logged; this never throws for it. */
export async function doRun(bank: Bank, job: Job, { id }: JobRun): Promise<void> {
  const startedMs = performance.now();
  try {
    await finish(bank, id, startedMs, { summary: await job.run(bank), error: null });
  } catch (error) {
    bank.log.error({ err: error, job: job.name }, 'a job failed');
    const reason = error instanceof Error ? error.message : String(error);
    await finish(bank, id, startedMs, { summary: null, error: scrub(reason).slice(0, MAX_ERROR_LENGTH) });
  }
}

async function finish(
  bank: Bank,
  id: string,
  startedMs: number,
  outcome: { summary: string | null; error: string | null },
): Promise<void> {
  const at = bank.clock.real();
  const forgotten = new Date(at.getTime() - KEPT_DAYS * 86_400_000);
  await bank.db.transaction(async (tx) => {
    const { jobRuns } = tx.tables;
    const durationMs = Math.round(performance.now() - startedMs);
    await tx
      .update(jobRuns)
      .set({ ...outcome, finishedAt: at, durationMs })
      .where(eq(jobRuns.id, id));
    await tx.delete(jobRuns).where(lt(jobRuns.createdAt, forgotten));
  });
}
