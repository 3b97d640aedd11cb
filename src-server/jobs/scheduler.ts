import { Cron } from 'croner';
import { JOB_TIME_ZONE, JOB_WORDS, type JobName } from '#domain/jobs/words';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { logFailure } from '#server/kernel/log-failure';
import { type Loop, startLoop } from '#server/work/loop';
import { untilStopped } from '#server/work/stopping';
import { BANK_JOBS } from './bank-jobs.ts';
import { doRun, isMissed, type Job, type JobRun, retries, takeAsked, takeTurn } from './job-runs.ts';
import { trustOutsideProduction, watchClock } from './watch-clock.ts';

const ASK_EVERY_MS = 1000;
const AGAIN_AFTER_MS = 60_000;
const WATCH_EVERY_MS = 60_000;

type SchedulerOptions = { jobs?: readonly Job[]; askEveryMs?: number; againAfterMs?: number };

/**
 * Runs each job at its hour, once among all processes, and on request; catches up at the start. Runs of one job never
 * overlap. `stop` ends the daily run between two pieces of its work, and waits for a backup.
 */
export function startScheduler(
  bank: Bank,
  { jobs = BANK_JOBS, askEveryMs = ASK_EVERY_MS, againAfterMs = AGAIN_AFTER_MS }: SchedulerOptions = {},
): Loop {
  const stopping = new AbortController();
  const withRetries = retries(bank, stopping.signal, againAfterMs);
  const last = new Map<JobName, Promise<void>>();
  const begin = (job: Job, take: () => Promise<JobRun | null>): void => {
    const run = (last.get(job.name) ?? Promise.resolve())
      .then(() => withRetries(job.name, take))
      .then((taken) =>
        taken ? untilStopped(stopping.signal, () => doRun(bank, job, taken, withRetries)) : undefined,
      )
      .catch((error: unknown) => logFailure(bank.log, error, 'a job could not begin', { job: job.name }));
    last.set(job.name, run);
  };
  const crons = jobs.map(
    (job) =>
      new Cron(JOB_WORDS[job.name].cron, { timezone: JOB_TIME_ZONE }, () => {
        const [turn, id] = [minuteOf(bank.clock.real()), newId()];
        begin(job, () => takeTurn(bank, job.name, turn, id));
      }),
  );
  for (const job of jobs) {
    const id = newId();
    begin(job, () => takeAtStart(bank, job.name, id));
  }
  // The daily run checks the clock at the start.
  const watching = startLoop(
    async () => void (await watchClock(bank)),
    { everyMs: WATCH_EVERY_MS, restsFirst: true },
    (error) => logFailure(bank.log, error, "the machine's clock could not be watched"),
  );
  const asking = startLoop(
    async () => {
      const asked = await takeAsked(bank);
      const job = jobs.find(({ name }) => name === asked?.job);
      if (!asked || !job) return 'rest';
      begin(job, async () => asked);
      return 'again';
    },
    { everyMs: askEveryMs },
    (error) => logFailure(bank.log, error, 'the requested runs could not be read'),
  );
  return {
    stop: async () => {
      for (const cron of crons) cron.stop();
      stopping.abort();
      await Promise.all([asking.stop(), watching.stop()]);
      await Promise.all(last.values());
    },
  };
}

/** The daily run always; a missed backup once a day, however often processes start. */
async function takeAtStart(bank: Bank, job: JobName, id: string): Promise<JobRun | null> {
  if (job === 'daily_run') {
    await trustOutsideProduction(bank);
    return takeTurn(bank, job, `start ${id}`, id);
  }
  const day = bank.clock.real().toISOString().slice(0, 10);
  return (await isMissed(bank, job)) ? takeTurn(bank, job, `missed ${day}`, id) : null;
}

/** The name of a scheduled turn, which all processes derive alike. */
const minuteOf = (at: Date): string => at.toISOString().slice(0, 16);
