import { Cron } from 'croner';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { JOB_NAMES, JOB_TIME_ZONE, JOB_WORDS, type JobName } from '#domain/jobs/words';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { type Backup, listBackups } from '#server/backup/manifest';
import type { SignedInContext } from '#server/context';
import { newId } from '#server/id';
import { queues, queuesSchema } from './queues.ts';

const moment = z.iso.datetime();

/**
 * A run of a job. `state`: asked for and not begun, running, done, failed, or lost (its process died). `askedByName`: the
 * administrator who asked; null: the schedule.
 */
const runSchema = z.object({
  id: z.string(),
  job: z.enum(JOB_NAMES),
  state: z.enum(['asked', 'running', 'done', 'failed', 'lost']),
  askedByName: z.string().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  durationMs: z.int().nullable(),
  summary: z.string().nullable(),
  error: z.string().nullable(),
});
export type JobRunAnswer = z.output<typeof runSchema>;

/** What the bank does by itself: each job with its next hour and its last runs, newest first, what waits, and the backups on disk. */
export const jobsSchema = z.object({
  jobs: z.array(
    z.object({
      name: z.enum(JOB_NAMES),
      label: z.string(),
      about: z.string(),
      schedule: z.string(),
      nextRunAt: moment.nullable(),
      runs: z.array(runSchema),
    }),
  ),
  queues: queuesSchema,
  backups: z.array(
    z.object({
      name: z.string(),
      at: moment,
      sizeBytes: z.int(),
      sha256: z.string(),
      transactions: z.int(),
      durationMs: z.int(),
    }),
  ),
});
export type Jobs = z.output<typeof jobsSchema>;

export const runJobSchema = z.object({ name: z.enum(JOB_NAMES, { error: 'Tarefa desconhecida' }) });
export const askedRunSchema = runSchema;

const SHOWN_RUNS = 15;
/** A run that did not end within so long belonged to a process that died. */
const LOST_AFTER_MS = 60 * 60 * 1000;

/** The jobs, as they stand now. */
export async function listJobs(ctx: SignedInContext): Promise<Jobs> {
  const jobs = await Promise.all(
    JOB_NAMES.map(async (name) => {
      const { label, about, schedule, cron } = JOB_WORDS[name];
      const next = new Cron(cron, { timezone: JOB_TIME_ZONE, paused: true }).nextRun();
      return {
        name,
        label,
        about,
        schedule,
        nextRunAt: next?.toISOString() ?? null,
        runs: await runsOf(ctx, name),
      };
    }),
  );
  return {
    jobs,
    queues: await queues(ctx.db),
    backups: (await listBackups(ctx.env.DATA_DIR)).map(toBackup),
  };
}

/**
 * Asks for a job at once: the process that looks next does it. Answers the run, which is watched by listing again.
 * Refuses JOB_RUNNING while one of this job waits or runs.
 */
export async function runJob(ctx: SignedInContext, { name }: { name: JobName }): Promise<JobRunAnswer> {
  const at = ctx.clock.real();
  return ctx.db.transaction(async (tx) => {
    const { jobRuns } = tx.tables;
    const open = await tx
      .select({ startedAt: jobRuns.startedAt })
      .from(jobRuns)
      .where(and(eq(jobRuns.job, name), isNull(jobRuns.finishedAt)));
    if (open.some(({ startedAt }) => startedAt === null || !isLost(startedAt, at))) refuse('JOB_RUNNING');
    const id = newId();
    const [asked] = await tx
      .insert(jobRuns)
      .values({ id, job: name, turn: id, actorId: ctx.user.id, createdAt: at })
      .returning();
    if (!asked) throw new Error('a run that was asked for was not written');
    await record(tx, ctx, { action: 'run_job', entityType: 'job', entityId: id, changes: { job: name } });
    return toRun(asked, ctx.user.fullName, at);
  });
}

async function runsOf({ db, clock }: SignedInContext, job: JobName): Promise<JobRunAnswer[]> {
  const { jobRuns, users } = db.tables;
  const rows = await db
    .select({ run: jobRuns, askedByName: users.fullName })
    .from(jobRuns)
    .leftJoin(users, eq(users.id, jobRuns.actorId))
    .where(eq(jobRuns.job, job))
    .orderBy(desc(jobRuns.createdAt), desc(jobRuns.id))
    .limit(SHOWN_RUNS);
  return rows.map(({ run, askedByName }) => toRun(run, askedByName, clock.real()));
}

const isLost = (startedAt: Date, now: Date): boolean => now.getTime() - startedAt.getTime() > LOST_AFTER_MS;

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

function toRun(row: RunRow, askedByName: string | null, now: Date): JobRunAnswer {
  const { id, job, durationMs, summary, error } = row;
  return {
    id,
    job,
    state: stateOf(row, now),
    askedByName,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    durationMs,
    summary,
    error,
  };
}

function stateOf({ startedAt, finishedAt, error }: RunRow, now: Date): JobRunAnswer['state'] {
  if (finishedAt) return error === null ? 'done' : 'failed';
  if (!startedAt) return 'asked';
  return isLost(startedAt, now) ? 'lost' : 'running';
}

const toBackup = ({
  name,
  at,
  sizeBytes,
  sha256,
  transactions,
  durationMs,
}: Backup): Jobs['backups'][number] => ({
  name,
  at,
  sizeBytes,
  sha256,
  transactions,
  durationMs,
});
