import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, gt, isNotNull, isNull, lt, max, min, sql } from 'drizzle-orm';
import { isLost, isSilent } from '#db/away';
import { databaseError, isTooSlow } from '#db/error';
import { CLOCK_TOLERANCE_SECONDS } from '#domain/jobs/clock-standing';
import type { JobName } from '#domain/jobs/words';
import { secondsAfter } from '#domain/moment';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { scrub } from '#server/kernel/log';
import { logFailure } from '#server/kernel/log-failure';
import { claim } from '#server/work/queue';
import { Stopped } from '#server/work/stopping';

/** `run` returns a result text in Portuguese, or throws. `fillsDisk`: not retried when the disk is full or failing. */
export type Job = { name: JobName; fillsDisk?: boolean; run: (bank: Bank) => Promise<string> };

export type JobRun = { id: string; job: JobName };

const KEPT_DAYS = 90;
/** A day, and two hours for a slow run. */
const MISSED_AFTER_MS = 26 * 3_600_000;
const MAX_ERROR_LENGTH = 500;

/** Starts the run of a turn, such as '2026-03-10T06:30'; null if another process did. */
export async function takeTurn(
  bank: Bank,
  job: JobName,
  turn: string,
  id: string = newId(),
): Promise<JobRun | null> {
  const at = bank.clock.real();
  return bank.db.transaction(async (tx) => {
    const { jobRuns } = tx.tables;
    await tx
      .insert(jobRuns)
      .values({ id, job, turn, actorId: null, createdAt: at, startedAt: at })
      .onConflictDoNothing();
    const [taken] = await tx
      .select({ id: jobRuns.id, job: jobRuns.job })
      .from(jobRuns)
      .where(eq(jobRuns.id, id));
    return taken ?? null;
  });
}

/** Whether the last good run of a daily job (without one, the bank's oldest run) is over a day old. */
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

/** Starts the oldest requested run; null if there is none. */
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

/** Moves runs from a clock that was ahead to now and frees their turns; otherwise those jobs would be missed. */
export async function bringBackRuns(bank: Bank, now: Date): Promise<void> {
  const { jobRuns } = bank.db.tables;
  const limit = secondsAfter(now, CLOCK_TOLERANCE_SECONDS);
  const [future] = await bank.db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(gt(jobRuns.createdAt, limit))
    .limit(1);
  if (!future) return;
  await bank.db.transaction(async (tx) => {
    const runs = tx.tables.jobRuns;
    await tx.update(runs).set({ finishedAt: now }).where(gt(runs.finishedAt, limit));
    await tx.update(runs).set({ startedAt: now }).where(gt(runs.startedAt, limit));
    await tx
      .update(runs)
      .set({ createdAt: now, turn: sql`${runs.turn} || ' ahead ' || ${runs.id}` })
      .where(gt(runs.createdAt, limit));
  });
}

export type WithRetries = <T>(
  job: JobName,
  work: () => Promise<T>,
  mayRetry?: (error: unknown) => boolean,
) => Promise<T>;

/** Retries while the database is away or busy, because a job is due only once a day. Rethrows once `signal` aborts. */
export function retries(bank: Bank, signal: AbortSignal, againAfterMs: number): WithRetries {
  return async (job, work, mayRetry = isTransient) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted || !mayRetry(error)) throw error;
        logFailure(bank.log, error, 'a job waits for the database', { job });
        await sleep(againAfterMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) throw error;
      }
    }
  };
}

const isTransient = (error: unknown): boolean =>
  ['busy', 'unknown', 'away'].includes(databaseError(error)?.kind ?? '') && !isTooSlow(error);

/** Excludes full, read-only and failing disks. */
const isTransientOffDisk = (error: unknown): boolean =>
  isTransient(error) && (databaseError(error)?.kind !== 'away' || isLost(error) || isSilent(error));

/** One that stops with its process is left to another, as if it had been requested. */
export async function doRun(bank: Bank, job: Job, { id }: JobRun, withRetries: WithRetries): Promise<void> {
  const startedMs = performance.now();
  const mayRetry = job.fillsDisk ? isTransientOffDisk : isTransient;
  const outcome = await withRetries(job.name, () => job.run(bank), mayRetry).then(
    (summary) => ({ summary, error: null }),
    (error: unknown) => {
      if (error instanceof Stopped) return null;
      if (mayRetry(error)) logFailure(bank.log, error, 'a job was given up', { job: job.name });
      else bank.log.error({ err: error, job: job.name }, 'a job failed');
      const reason = error instanceof Error ? error.message : String(error);
      return { summary: null, error: scrub(reason).slice(0, MAX_ERROR_LENGTH) };
    },
  );
  await withRetries(job.name, () => (outcome ? finish(bank, id, startedMs, outcome) : leave(bank, id)));
}

/** Another process takes it at its next poll, or the next start does. */
async function leave(bank: Bank, id: string): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const { jobRuns } = tx.tables;
    await tx.update(jobRuns).set({ startedAt: null }).where(eq(jobRuns.id, id));
  });
  bank.log.info({ run: id }, 'a job was left to another process, or to the next start');
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
