import { and, desc, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { JobRunListInput } from '#domain/jobs/list';
import { JOB_NAMES, JOB_WORDS, type JobName } from '#domain/jobs/words';
import type { SignedInContext } from '#server/kernel/context';
import { olderThan, pageOf } from '#server/kernel/keyset';

const moment = z.iso.datetime();

/**
 * A run of a job; moments are real time. `state`: asked for and not begun, running, done, failed, or lost (its process died).
 * `askedByName`: the administrator who asked; null: the schedule. `durationMs`: of one that runs, up to now.
 */
export const jobRunSchema = z.object({
  id: z.string(),
  job: z.enum(JOB_NAMES),
  label: z.string(),
  state: z.enum(['asked', 'running', 'done', 'failed', 'lost']),
  askedByName: z.string().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  durationMs: z.int().nullable(),
  summary: z.string().nullable(),
  error: z.string().nullable(),
});
export type JobRunAnswer = z.output<typeof jobRunSchema>;

/** A page of runs, newest first. */
export const jobRunPageSchema = z.object({ runs: z.array(jobRunSchema), nextCursor: z.string().nullable() });
export type JobRunPage = z.output<typeof jobRunPageSchema>;

/** A run that did not end within so long belonged to a process that died. */
const LOST_AFTER_MS = 60 * 60 * 1000;

/** The past runs, newest first. Refuses VALIDATION for a cursor that is none. */
export async function listJobRuns(
  { db, clock }: SignedInContext,
  { job, cursor, limit }: JobRunListInput,
): Promise<JobRunPage> {
  const { jobRuns } = db.tables;
  const isOfJob = job && eq(jobRuns.job, job);
  const rows = await runRows(db, and(isOfJob, olderThan(jobRuns, cursor)), limit + 1);
  const { page, nextCursor } = pageOf(rows, limit);
  return { runs: page.map((row) => toRun(row, row.askedByName, clock.real())), nextCursor };
}

/** The newest runs that match, as stored, each with the name of who asked. */
export async function runRows(db: Reader, which: SQL | undefined, limit: number) {
  const { jobRuns, users } = db.tables;
  const rows = await db
    .select({ run: jobRuns, askedByName: users.fullName })
    .from(jobRuns)
    .leftJoin(users, eq(users.id, jobRuns.actorId))
    .where(which)
    .orderBy(desc(jobRuns.createdAt), desc(jobRuns.id))
    .limit(limit);
  return rows.map(({ run, askedByName }) => ({ ...run, askedByName }));
}

type RunRow = {
  id: string;
  job: JobName;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  durationMs: number | null;
  summary: string | null;
  error: string | null;
};

/** A stored run → the answer's. */
export function toRun(row: RunRow, askedByName: string | null, now: Date): JobRunAnswer {
  const { id, job, startedAt, summary, error } = row;
  const state = stateOf(row, now);
  const isRunning = state === 'running' && startedAt !== null;
  return {
    id,
    job,
    label: JOB_WORDS[job].label,
    state,
    askedByName,
    createdAt: row.createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    durationMs: isRunning ? Math.max(0, now.getTime() - startedAt.getTime()) : row.durationMs,
    summary,
    error,
  };
}

function stateOf({ startedAt, finishedAt, error }: RunRow, now: Date): JobRunAnswer['state'] {
  if (finishedAt) return error === null ? 'done' : 'failed';
  if (!startedAt) return 'asked';
  return isLost(startedAt, now) ? 'lost' : 'running';
}

/** What began before this moment, and has not ended, can be under way no more. */
export const lostBefore = (now: Date): Date => new Date(now.getTime() - LOST_AFTER_MS);

/** Whether a run that began then, and has not ended, can be under way no more. */
export const isLost = (startedAt: Date, now: Date): boolean => startedAt < lostBefore(now);
