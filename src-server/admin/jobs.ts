import { Cron } from 'croner';
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { JOB_NAMES, JOB_TIME_ZONE, JOB_WORDS, type JobName } from '#domain/jobs/words';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { listBackups, manifestSchema } from '#server/backup/manifest';
import { copiesByStanding } from '#server/backup/own-copies';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { newestFirst, page } from '#server/kernel/keyset';
import { clockOf, clockSchema } from './clock.ts';
import { isLost, type JobRunAnswer, jobRunSchema, runRows, toRun } from './job-runs-list.ts';
import { queues, queuesSchema } from './queues.ts';

const moment = z.iso.datetime();

const backupSchema = manifestSchema
  .pick({ at: true, sizeBytes: true, sha256: true, transactions: true, durationMs: true })
  .extend({ name: z.string() });

/** Jobs with their next time and last runs, the clock, the queues and the backups on disk. */
export const jobsSchema = z.object({
  jobs: z.array(
    z.object({
      name: z.enum(JOB_NAMES),
      label: z.string(),
      about: z.string(),
      schedule: z.string(),
      nextRunAt: moment.nullable(),
      runs: z.array(jobRunSchema),
    }),
  ),
  clock: clockSchema,
  queues: queuesSchema,
  backups: z.array(backupSchema),
});
export type Jobs = z.output<typeof jobsSchema>;

const SHOWN_RUNS = 3;
/** Upper bound of open runs of a job: one requested, one scheduled, and lost ones. */
const LOOKED_AT_RUNS = 15;
/** Good backups by hand. */
const BACKUPS_PER_HOUR = 3;

export async function listJobs(ctx: SignedInContext): Promise<Jobs> {
  const { jobRuns } = ctx.db.tables;
  const jobs = await Promise.all(
    JOB_NAMES.map(async (name) => {
      const { label, about, schedule, cron } = JOB_WORDS[name];
      const next = new Cron(cron, { timezone: JOB_TIME_ZONE, paused: true }).nextRun(ctx.clock.real());
      const isOfJob = eq(jobRuns.job, name);
      const { rows: runs } = await page(() => runRows(ctx.db, isOfJob), newestFirst(jobRuns), {
        limit: SHOWN_RUNS,
      });
      return {
        name,
        label,
        about,
        schedule,
        nextRunAt: next?.toISOString() ?? null,
        runs: runs.map((run) => toRun(run, run.askedByName, ctx.clock.real())),
      };
    }),
  );
  const backups = await listBackups(ctx.env.DATA_DIR);
  const { foreign } = copiesByStanding(backups, ctx.keys, ctx.clock.real());
  return {
    jobs,
    clock: await clockOf(ctx),
    queues: await queues(ctx),
    backups: z.array(backupSchema).parse(backups.filter((one) => !foreign.includes(one))),
  };
}

/**
 * Requests a run; the first scheduler to poll does it. Refuses JOB_RUNNING while a run of this job waits or runs, BACKUP_RECENT; in production
 * also TOKEN_NOT_ALLOWED and REAUTHENTICATE.
 */
export async function runJob(ctx: SignedInContext, { name }: { name: JobName }): Promise<JobRunAnswer> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  const at = ctx.clock.real();
  return ctx.db.transaction(async (tx) => {
    const asked = await askForRun(tx, ctx.user.id, name, at);
    if (!asked) refuse('JOB_RUNNING');
    if (name === 'backup') await refuseFurtherBackup(tx, at);
    await record(tx, ctx, { action: 'run_job', entityId: asked.id, changes: { job: name } });
    return toRun(asked, ctx.user.fullName, at);
  });
}

/** Each reads and writes the whole bank; an update with a migration needs a fresh one. Scheduled and failed ones do not count. */
async function refuseFurtherBackup(tx: Tx, at: Date): Promise<void> {
  const { jobRuns } = tx.tables;
  const isRecent = and(
    eq(jobRuns.job, 'backup'),
    isNotNull(jobRuns.actorId),
    gt(jobRuns.finishedAt, secondsAfter(at, -3600)),
    isNull(jobRuns.error),
  );
  if ((await tx.$count(jobRuns, isRecent)) >= BACKUPS_PER_HOUR) refuse('BACKUP_RECENT');
}

export async function askForRun(tx: Tx, actorId: string, name: JobName, at: Date) {
  const { jobRuns } = tx.tables;
  const newest = await tx
    .select({ id: jobRuns.id, startedAt: jobRuns.startedAt, finishedAt: jobRuns.finishedAt })
    .from(jobRuns)
    .where(eq(jobRuns.job, name))
    .orderBy(desc(jobRuns.createdAt), desc(jobRuns.id))
    .limit(LOOKED_AT_RUNS);
  const open = newest.filter(({ finishedAt }) => finishedAt === null);
  if (open.some(({ startedAt }) => startedAt === null || !isLost(startedAt, at))) return null;
  const turn = `after ${newest[0]?.id ?? 'nothing'}`;
  const [asked] = await tx
    .insert(jobRuns)
    .values({ id: newId(), job: name, turn, actorId, createdAt: at })
    .onConflictDoNothing()
    .returning();
  return asked ?? null;
}
