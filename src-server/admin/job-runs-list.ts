import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import type { JobRunListInput } from '#domain/jobs/list';
import { JOB_NAMES, JOB_WORDS } from '#domain/jobs/words';
import type { SignedInContext } from '#server/kernel/context';
import { page, pageSchema, sorted } from '#server/kernel/keyset';

const moment = z.iso.datetime();

/** Real time. `state` lost: its process died. `askedByName` null: scheduled. `durationMs` of a running one: so far. */
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

export const jobRunPageSchema = pageSchema({ runs: z.array(jobRunSchema) });
export type JobRunPage = z.output<typeof jobRunPageSchema>;

/** A run open for longer belonged to a process that died. */
const LOST_AFTER_MS = 60 * 60 * 1000;

export async function listJobRuns(
  { db, clock }: SignedInContext,
  input: JobRunListInput,
): Promise<JobRunPage> {
  const { jobRuns } = db.tables;
  const isOfJob = input.job && eq(jobRuns.job, input.job);
  const { rows, nextCursor } = await page(
    (after) => runRows(db, and(isOfJob, after)),
    sorted(jobRuns, {}, input.sort),
    input,
  );
  return { runs: rows.map((row) => toRun(row, row.askedByName, clock.real())), nextCursor };
}

export function runRows(db: Reader, which: SQL | undefined) {
  const { jobRuns, users } = db.tables;
  return db
    .select({ ...getTableColumns(jobRuns), askedByName: users.fullName })
    .from(jobRuns)
    .leftJoin(users, eq(users.id, jobRuns.actorId))
    .where(which);
}

type RunRow = Tables['jobRuns']['$inferSelect'];

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

/** A run begun before this and not ended is lost. */
export const lostBefore = (now: Date): Date => new Date(now.getTime() - LOST_AFTER_MS);

export const isLost = (startedAt: Date, now: Date): boolean => startedAt < lostBefore(now);
